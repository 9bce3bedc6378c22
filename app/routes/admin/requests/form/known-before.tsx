import { useFetcher } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { statusWord } from "#app/parts/tickets/words.ts";
import { useAddress } from "#app/ui/base/address.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useHydrated } from "#app/ui/base/hydrated.ts";
import { useLocale } from "#app/ui/base/locale.ts";
import type { Refused } from "#app/ui/base/refused.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { showDate } from "#modules/kernel/clock.ts";
import { bareNumber } from "#modules/kernel/text/digits.ts";
import type { Known } from "./actions.server.ts";

/** What crosses the wire: times may come as text. */
type Shown = Pick<Known, "phone" | "serviceId"> & {
  address: (Omit<NonNullable<Known["address"]>, "at"> & { at: Date | string }) | null;
  twins: (Omit<Known["twins"][number], "at"> & { at: Date | string })[];
};
type Looked = Refused & { result?: Shown };

const isLook = (intent: string | undefined) => intent === "look" || intent === "fill";
/** A whole mobile number. */
export const whole = /^[6-9]\d{9}$/;

/** The answer to a look at the phone without JavaScript, as an answer that the form keeps its values from. */
export function useLooked(): Looked | undefined {
  const answer = useAnswer<Looked>();
  if (!answer || !isLook(answer.intent)) return undefined;
  const { intent: _look, ...fields } = answer;
  return fields;
}

/** Looks up the phone as soon as its tenth digit is typed, and again with the service; another form starts anew. */
export function useKnown(form: string) {
  const fetcher = useFetcher<Looked>();
  const looked = useLooked();
  const lastLookup = useRef("");
  const [entered, setEntered] = useState<{ phone: string; serviceId: string }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was asked belongs to a form
  useEffect(() => {
    lastLookup.current = "";
    setEntered(undefined);
  }, [form]);
  const ask = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const fields = new FormData(currentTarget);
    const phone = bareNumber(String(fields.get("phone") ?? ""));
    const serviceId = String(fields.get("serviceId") ?? "");
    const key = whole.test(phone) ? `${phone} ${serviceId}` : "";
    if (key === lastLookup.current) return;
    lastLookup.current = key;
    setEntered({ phone, serviceId });
    if (key) fetcher.submit({ intent: "look", phone, serviceId }, { method: "post" });
  };
  const match = fetcher.data?.result;
  const current = match && entered?.phone === match.phone && entered.serviceId === (match.serviceId ?? "");
  return { ask, known: current ? match : entered ? undefined : looked?.result };
}

/**
 * Below the phone: the last address it had somebody sent to, and requests like the one that is being entered. Both are
 * only offered; nothing is refused because of them.
 */
export function KnownBefore({ known }: { known: Shown | undefined }) {
  const say = useSay();
  const locale = useLocale();
  const hydrated = useHydrated();
  const refused = useAnswer<Refused>();
  const twins = known?.twins ?? [];
  return (
    <div role="status" className="grid gap-3 empty:hidden">
      {(twins.length > 0 || refused?.problem === "request.twin") && <input type="hidden" name="another" value="1" />}
      {!hydrated && (
        <button type="submit" className="link min-h-11 justify-self-start" name="intent" value="look">
          {say("request.known.look")}
        </button>
      )}
      {!hydrated && known && !known.address && twins.length === 0 && <p>{say("request.known.none")}</p>}
      {twins.length > 0 && (
        <Note tone="warm">
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
      {known?.address && <LastAddress key={known.address.number} address={known.address} />}
    </div>
  );
}

function LastAddress({ address: { number, at, fields } }: { address: NonNullable<Shown["address"]> }) {
  const say = useSay();
  const addressOf = useAddress();
  const locale = useLocale();
  const hydrated = useHydrated();
  const [taken, setTaken] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => setTaken(false), []);
  const take = () => {
    for (const control of box.current?.closest("form")?.elements ?? [])
      if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) fillIn(control, fields);
    setTaken(true);
  };
  return (
    <div ref={box}>
      <Note>
        <p className="font-semibold">{say("request.known.address", { number, at: showDate(at, locale) })}</p>
        <p>
          {addressOf(
            [fields.name, fields.houseNumber, fields.locality, fields.city, fields.state, fields.pincode]
              .filter(Boolean)
              .join(", "),
          )}
        </p>
        {taken ? (
          <p>{say("request.known.taken")}</p>
        ) : (
          <button
            type={hydrated ? "button" : "submit"}
            name="intent"
            value="fill"
            className="link min-h-11"
            onClick={hydrated ? take : undefined}
          >
            {say("request.known.take")}
          </button>
        )}
      </Note>
    </div>
  );
}

/** Fills one control and fires `input`, as if a person had typed. */
function fillIn(control: HTMLInputElement | HTMLSelectElement, fields: Record<string, string | null>) {
  const value = fields[control.name];
  if (value === undefined || control.type === "hidden") return;
  control.value = value ?? "";
  control.dispatchEvent(new Event("input", { bubbles: true }));
}
