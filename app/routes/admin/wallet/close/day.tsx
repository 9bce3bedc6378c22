import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { OpenDay } from "./view.server.ts";

type Facts = NonNullable<OpenDay["facts"]>;

/** A day's totals: what the provider says, and beside it what the ledger says where the two are apart. */
export function Totals({ facts }: { facts: Facts }) {
  const say = useSay();
  const locale = useLocale();
  const sides = [
    ["close.captured", facts.capturedPaise, facts.capturedLedgerPaise],
    ["close.refunded", facts.refundedPaise, facts.refundedLedgerPaise],
    ["close.settled", facts.settledPaise, facts.settledLedgerPaise],
  ] as const;
  return (
    <dl className="close-totals">
      {sides.map(([label, provider, ledger]) => (
        <div key={label} className={provider === ledger ? undefined : "apart"}>
          <dt>{say(label)}</dt>
          <dd>
            {rupees(provider)}
            <small>
              {say("close.onLedger", { amount: rupees(ledger) })}
              {provider !== ledger && ` · ${say("close.apart", { amount: rupees(provider - ledger) })}`}
            </small>
          </dd>
        </div>
      ))}
      <div>
        <dt>{say("close.fees")}</dt>
        <dd>
          {rupees(facts.feePaise)}
          <small title={say("close.takes", { tax: rupees(facts.taxPaise) })}>{say("close.kept")}</small>
        </dd>
      </div>
      {facts.otherPaise !== 0 && (
        <div className="apart">
          <dt>{say("close.other")}</dt>
          <dd>{rupees(facts.otherPaise)}</dd>
        </div>
      )}
      {facts.asOf && (
        <div>
          <dt>{say("close.asOf")}</dt>
          <dd>{showDateTime(facts.asOf, locale)}</dd>
        </div>
      )}
    </dl>
  );
}
