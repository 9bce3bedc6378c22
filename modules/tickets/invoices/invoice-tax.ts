import { type Paise, sum, toPaise, zero } from "#modules/kernel/money.ts";
import type { InvoiceLine } from "./invoice-facts.ts";

/** A charge before its tax is split off; the amount in paise includes it. */
export type Charge = { description: string; sac: string; amountPaise: Paise };

/** How to split prices that include tax: the rate in per cent, and whether both parties are in the same state. */
export type TaxRule = { rate: number; sameState: boolean };

/** The part of an amount that is a tax of `hundredths` of a per cent, when the amount includes `whole` in total. */
const taxIn = (amount: Paise, hundredths: number, whole: number) =>
  toPaise(Math.round((amount * hundredths) / (10_000 + whole)));

/**
 * Split a charge into its taxes: within one state CGST and SGST, half the rate each and always equal; otherwise IGST.
 * Each tax is rounded to the nearest paisa per line and the taxable value is the rest, so that a line always sums to
 * its amount.
 */
export function taxed(charge: Charge, { rate, sameState }: TaxRule): InvoiceLine {
  const whole = Math.round(rate * 100);
  const half = sameState ? taxIn(charge.amountPaise, whole / 2, whole) : zero;
  const igstPaise = sameState ? zero : taxIn(charge.amountPaise, whole, whole);
  return {
    ...charge,
    taxablePaise: toPaise(charge.amountPaise - 2 * half - igstPaise),
    cgstPaise: half,
    sgstPaise: half,
    igstPaise,
  };
}

/** The lines of a bill and their sums in paise. */
export function billOf(charges: readonly Charge[], rule: TaxRule) {
  const lines = charges.map((charge) => taxed(charge, rule));
  const sumOf = (part: "amountPaise" | "taxablePaise" | "cgstPaise" | "sgstPaise" | "igstPaise") =>
    sum(lines.map((line) => line[part]));
  return {
    lines,
    totalPaise: sumOf("amountPaise"),
    taxablePaise: sumOf("taxablePaise"),
    cgstPaise: sumOf("cgstPaise"),
    sgstPaise: sumOf("sgstPaise"),
    igstPaise: sumOf("igstPaise"),
  };
}
