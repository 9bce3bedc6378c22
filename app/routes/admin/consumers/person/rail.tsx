import { useLocation } from "@remix-run/react";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { LedgerItem, LedgerLines, Sums } from "#app/parts/wallet/ledger.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { Changes } from "#app/ui/detail/changes.tsx";
import { Section } from "#app/ui/detail/section.tsx";
import { changeWord } from "#modules/consumers/shared.ts";
import { showDateTime, showDayTime } from "#modules/kernel/clock.ts";
import { figure } from "#modules/kernel/figure.ts";
import { isMessageKey } from "#modules/messages/index.ts";
import type { PersonView } from "./view.server.ts";

/** Their money by the ledger: where it stands, then each movement, newest first. */
export function Money({ id, money }: { id: string; money: NonNullable<PersonView["money"]> }) {
  const say = useSay();
  const locale = useLocale();
  const here = useLocation();
  return (
    <Section
      title={say("consumer.money")}
      note={money.total > 0 && figure(money.total)}
      acts={
        <Link className="d-link" to={`/wallet?tab=consumer&owner=${id}`}>
          {say("consumer.walletLines")}
        </Link>
      }
    >
      <Sums
        sums={[
          [say("consumer.paid"), money.paidPaise],
          [say("consumer.held"), money.heldPaise],
          [say("consumer.refunded"), money.refundedPaise],
          [say("common.wallet"), money.walletPaise],
          [say("consumer.payable"), money.payablePaise],
        ]}
      />
      {money.lines.length === 0 && <p className="mt-2 text-soft">{say("consumer.moneyNone")}</p>}
      <LedgerLines
        lines={money.lines.map(({ id: line, kind, amountPaise, from, to, number, ticketId, at }) => ({
          key: `${line}-${from}-${to}`,
          what: say(`transfer.${kind}`),
          amountPaise,
          note: (
            <>
              {say(`account.${from}`)} → {say(`account.${to}`)} · {showDayTime(at, locale)}
              {number && " · "}
              {ticketId ? (
                <Link className="d-link" to={`/view-ticket?ticketId=${ticketId}`}>
                  {number}
                </Link>
              ) : (
                number
              )}
            </>
          ),
        }))}
      />
      {money.more > 0 && (
        <p className="mt-2 text-soft">
          {say("consumer.moneyMore", { n: figure(money.more) })}{" "}
          {money.next && (
            <Link className="d-link" to={addressWith(here, { money: String(money.next) })} preventScrollReset>
              {say("consumer.moneyNext")}
            </Link>
          )}
        </p>
      )}
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
      <ul>
        {exports.map(({ id, consumerId, requestedAt, requestedBy, state }) => (
          <LedgerItem
            key={id}
            what={
              <Link className="d-link" to={`/usersdetails/${consumerId}/exports/${id}`}>
                {showDateTime(requestedAt, locale)}
              </Link>
            }
            end={say(`consumer.exportState.${state}`)}
            note={requestedBy}
          />
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
  const word = changeWord(event);
  const what = word ? say(word) : event;
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
