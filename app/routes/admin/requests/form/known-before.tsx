import { statusWord } from "#app/parts/tickets/words.ts";
import { useAddress } from "#app/ui/base/address.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import type { Refused } from "#app/ui/base/refused.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { showDate } from "#modules/kernel/clock.ts";
import { visitNames } from "#modules/tickets/shared.ts";
import type { Known } from "./actions.server.ts";

type Looked = Refused & { result?: Known };

const isLook = (intent: string | undefined) => intent === "look" || intent === "fill";

/** The answer to a look at the phone, as an answer that the form keeps its values from. */
export function useLooked(): Looked | undefined {
  const answer = useAnswer<Looked>();
  if (!answer || !isLook(answer.intent)) return undefined;
  const { intent: _look, ...fields } = answer;
  return fields;
}

/**
 * Below the phone: the last address it had somebody sent to, and requests like the one that is being entered. Both are
 * only offered; nothing is refused because of them. The island reads it as soon as the tenth digit is typed; without
 * JavaScript a button does.
 */
export function KnownBefore() {
  const say = useSay();
  const refused = useAnswer<Refused>();
  const known = useLooked()?.result;
  return (
    <div className="contents">
      {refused?.problem === "request.twin" && <input type="hidden" name="another" value="1" />}
      <button
        type="submit"
        className="link hidden min-h-11 justify-self-start noscript:block"
        name="intent"
        value="look"
      >
        {say("request.known.look")}
      </button>
      <div role="status" className="grid gap-3 empty:hidden" data-enhance="known-before" data-known="" data-own="">
        {known && <KnownOfPhone {...known} />}
      </div>
    </div>
  );
}

function KnownOfPhone({ twins, address }: Known) {
  const say = useSay();
  const locale = useLocale();
  if (twins.length === 0 && !address) return <p className="hidden noscript:block">{say("request.known.none")}</p>;
  return (
    <>
      {twins.length > 0 && (
        <Note tone="warm">
          <input type="hidden" name="another" value="1" />
          <p className="font-semibold">{say("request.known.twins")}</p>
          <ul>
            {twins.map(({ id, number, status, at }) => (
              <li key={id}>
                <a className="link" href={`/view-ticket?ticketId=${id}`} target="_blank" rel="noreferrer">
                  {number}
                </a>{" "}
                · {statusWord(status, say)} · {showDate(at, locale)}
              </li>
            ))}
          </ul>
          <p className="hint">{say("request.known.twinsHint", { days: 7 })}</p>
        </Note>
      )}
      {address && <LastAddress address={address} />}
    </>
  );
}

function LastAddress({ address: { number, at, fields } }: { address: NonNullable<Known["address"]> }) {
  const say = useSay();
  const addressOf = useAddress();
  const locale = useLocale();
  return (
    <Note>
      <p className="font-semibold">{say("request.known.address", { number, at: showDate(at, locale) })}</p>
      <p>
        {addressOf([fields.name, ...visitNames.map((name) => fields[name]), fields.pincode].filter(Boolean).join(", "))}
      </p>
      <button
        type="submit"
        name="intent"
        value="fill"
        className="link min-h-11"
        data-fields={JSON.stringify(fields)}
        data-taken={say("request.known.taken")}
      >
        {say("request.known.take")}
      </button>
    </Note>
  );
}
