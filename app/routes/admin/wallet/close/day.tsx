import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { OpenDay } from "./view.server.ts";

type Facts = NonNullable<OpenDay["facts"]>;

const totalLook = "px-4 py-2";
const differingLook = `${totalLook} shadow-[inset_3px_0_var(--color-marigold-400)]`;

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
    <dl className="grid flex-none grid-cols-[repeat(auto-fit,minmax(170px,1fr))] border-y border-line">
      {sides.map(([label, provider, ledger]) => (
        <div key={label} className={provider === ledger ? totalLook : differingLook}>
          <dt className="text-13 text-soft">{say(label)}</dt>
          <dd className="font-semibold tabular-nums">
            {rupees(provider)}
            <small className="block text-12 font-normal text-soft normal-nums">
              {say("close.onLedger", { amount: rupees(ledger) })}
              {provider !== ledger && ` · ${say("close.apart", { amount: rupees(provider - ledger) })}`}
            </small>
          </dd>
        </div>
      ))}
      <div className={totalLook}>
        <dt className="text-13 text-soft">{say("close.fees")}</dt>
        <dd className="font-semibold tabular-nums">
          {rupees(facts.feePaise)}
          <small
            className="block text-12 font-normal text-soft normal-nums"
            title={say("close.takes", { tax: rupees(facts.taxPaise) })}
          >
            {say("close.kept")}
          </small>
        </dd>
      </div>
      {facts.otherPaise !== 0 && (
        <div className={differingLook}>
          <dt className="text-13 text-soft">{say("close.other")}</dt>
          <dd className="font-semibold tabular-nums">{rupees(facts.otherPaise)}</dd>
        </div>
      )}
      {facts.asOf && (
        <div className={totalLook}>
          <dt className="text-13 text-soft">{say("close.asOf")}</dt>
          <dd className="font-semibold tabular-nums">{showDateTime(facts.asOf, locale)}</dd>
        </div>
      )}
    </dl>
  );
}
