declare const paise: unique symbol;

/** Whole paise: amounts of money are always safe integers. */
export type Paise = number & { readonly [paise]: true };

/** A number as paise; a fraction or an unsafe integer is a bug. */
export function toPaise(value: number | bigint | string): Paise {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new Error(`not whole paise: ${value}`);
  return number as Paise;
}

export const zero = toPaise(0);

/** Rupees as entered or sent (up to two decimals) → paise. */
export const fromRupees = (rupees: number) => toPaise(Math.round(rupees * 100));

/** Paise → rupees for the API (R447). */
export const toRupees = (amount: number | bigint) => Number(amount) / 100;

/** Sum of amounts. */
export const sum = (amounts: readonly Paise[]) => toPaise(amounts.reduce<number>((total, amount) => total + amount, 0));

const whole = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });

/** Paise as people in India read them: `₹12,34,567.80`; whole rupees without decimals unless `exact`. */
export function rupees(amount: number | bigint, { exact = false } = {}) {
  const value = Number(amount);
  const sign = value < 0 ? "-" : "";
  const absolute = Math.abs(value);
  const rest = absolute % 100;
  const decimals = exact || rest > 0 ? `.${String(rest).padStart(2, "0")}` : "";
  return `${sign}₹${whole.format((absolute - rest) / 100)}${decimals}`;
}
