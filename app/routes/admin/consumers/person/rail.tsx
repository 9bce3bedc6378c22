import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { Changes } from "#app/ui/detail/changes.tsx";
import { Section } from "#app/ui/detail/section.tsx";
import { showDateTime, showDayTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { isMessageKey } from "#modules/messages/index.ts";
import type { PersonView } from "./view.server.ts";

/** Their money by the ledger: where it stands, then each movement, newest first. */
export function Money({ id, money }: { id: string; money: NonNullable<PersonView["money"]> }) {
  const say = useSay();
  const locale = useLocale();
  const sums = [
    ["consumer.paid", money.paidPaise],
    ["consumer.held", money.heldPaise],
    ["consumer.refunded", money.refundedPaise],
    ["consumer.wallet", money.walletPaise],
  ] as const;
  return (
    <Section
      title={say("consumer.money")}
      acts={
        <Link className="d-link" to={`/wallet?tab=consumer&owner=${id}`}>
          {say("consumer.walletLines")}
        </Link>
      }
    >
      <dl className="r-sums">
        {sums.map(([label, paise]) => (
          <div key={label}>
            <dt>{say(label)}</dt>
            <dd>{rupees(paise)}</dd>
          </div>
        ))}
      </dl>
      {money.lines.length === 0 && <p className="mt-2 text-soft">{say("consumer.moneyNone")}</p>}
      <ul className="r-ledger">
        {money.lines.map(({ id: line, kind, amountPaise, from, to, number, ticketId, at }) => (
          <li key={`${line}-${from}-${to}`}>
            <b>
              {say(`transfer.${kind}`)}
              <span className="num">{rupees(amountPaise)}</span>
            </b>
            <small>
              {say(`account.${from}`)} → {say(`account.${to}`)} · {showDayTime(at, locale)}
              {number && " · "}
              {ticketId ? (
                <Link className="d-link" to={`/view-ticket?ticketId=${ticketId}`}>
                  {number}
                </Link>
              ) : (
                number
              )}
            </small>
          </li>
        ))}
      </ul>
      {money.more > 0 && <p className="mt-2 text-soft">{say("consumer.moneyMore", { n: money.more })}</p>}
    </Section>
  );
}

/** The files with their data that were asked for. */
export function Exports({ exports }: { exports: PersonView["exports"] }) {
  const say = useSay();
  const locale = useLocale();
  if (exports.length === 0) return null;
  return (
    <Section title={say("consumer.exports")}>
      <ul className="r-ledger">
        {exports.map(({ id, consumerId, askedAt, askedBy, state }) => (
          <li key={id}>
            <b>
              <Link className="d-link" to={`/usersdetails/${consumerId}/exports/${id}`}>
                {showDateTime(askedAt, locale)}
              </Link>
              <span className="num">{say(`consumer.exportState.${state}`)}</span>
            </b>
            <small>{askedBy}</small>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Who saw, exported or erased their data, newest first. */
export function History({ changes }: { changes: PersonView["changes"] }) {
  const say = useSay();
  return (
    <Section title={say("consumer.history")}>
      <Changes changes={changes.map((change) => ({ ...change, what: whatOf(change, say) }))} />
    </Section>
  );
}

function whatOf({ event, reason }: PersonView["changes"][number], say: Say) {
  const key = `consumer.change.${event.replace(/^consumer\./, "")}`;
  const what = isMessageKey(key) ? say(key) : event;
  const why = reason && [`consumer.reason.${reason}`, `reveal.${reason}`].find(isMessageKey);
  return why ? (
    <>
      {what}
      <small className="block text-soft">{say("consumer.because", { reason: say(why) })}</small>
    </>
  ) : (
    what
  );
}
