import { useSay } from "#app/ui/base/say.tsx";
import { rupees } from "#modules/kernel/money.ts";

/** Taxable value, taxes and total in paise. */
type Totals = Record<"taxablePaise" | "cgstPaise" | "sgstPaise" | "igstPaise" | "totalPaise", number>;

/** The sums of all bills that the filter of a list leaves. */
export function TaxTotals({ totals, className }: { totals: Totals; className: string }) {
  const say = useSay();
  const sums = [
    ["invoice.taxable", totals.taxablePaise],
    ["feePaper.cgst", totals.cgstPaise],
    ["feePaper.sgst", totals.sgstPaise],
    ["feePaper.igst", totals.igstPaise],
    ["common.total", totals.totalPaise],
  ] as const;
  return (
    <dl className={className} aria-label={say("visitBill.totals")}>
      {sums.map(([label, amount]) => (
        <div key={label}>
          <dt>{say(label)}</dt>
          <dd>{rupees(amount, { exact: true })}</dd>
        </div>
      ))}
    </dl>
  );
}
