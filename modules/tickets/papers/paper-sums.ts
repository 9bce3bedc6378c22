import { type Paise, toPaise } from "#modules/kernel/money.ts";
import type { InvoiceLine } from "../invoices/invoice-facts.ts";
import { billOf, type TaxRule, taxed } from "../invoices/invoice-tax.ts";
import type { FeePaperFacts } from "./paper-facts.ts";

type Sums = Pick<FeePaperFacts, "lines" | "totalPaise" | "taxablePaise" | "cgstPaise" | "sgstPaise" | "igstPaise">;

/** The line and sums of an invoice of one product whose price in paise includes tax. */
export const saleSums = (
  { description, sac, amountPaise }: { description: string; sac: string; amountPaise: Paise },
  rule: TaxRule,
): Sums => billOf([{ description, sac, amountPaise }], rule);

/**
 * The line and sums of a credit note over a part of an invoice's line, after `credited` paise of it were credited before.
 * The taxes are those of all that is credited by now less those credited before, so that the notes of a whole invoice
 * sum to its taxes to the paisa.
 */
export function creditSums(invoiced: InvoiceLine, rule: TaxRule, part: { credited: Paise; amountPaise: Paise }): Sums {
  const { description, sac } = invoiced;
  const taxOf = (amountPaise: number) => taxed({ description, sac, amountPaise: toPaise(amountPaise) }, rule);
  const before = taxOf(part.credited);
  const after = taxOf(part.credited + part.amountPaise);
  const sums = {
    taxablePaise: toPaise(after.taxablePaise - before.taxablePaise),
    cgstPaise: toPaise(after.cgstPaise - before.cgstPaise),
    sgstPaise: toPaise(after.sgstPaise - before.sgstPaise),
    igstPaise: toPaise(after.igstPaise - before.igstPaise),
  };
  return {
    lines: [{ description, sac, amountPaise: part.amountPaise, ...sums }],
    totalPaise: part.amountPaise,
    ...sums,
  };
}
