import type { Prices } from "#modules/catalog/index.ts";
import { day } from "#modules/kernel/clock.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import type { SubscriptionProduct } from "./input.ts";

/*
 * The rules of what is sold to a center, and until when that subscribes it (fixed point 5):
 * - a year lasts 365 days from the end of the present subscription, or from now where there is none;
 * - the first instalment lasts 120 days of such a year, and is sold once in 365 days;
 * - until the balance of a first instalment is paid nothing else is sold, while any of its 365 days is left; the balance
 *   was fixed when the instalment was bought, and subscribes the center until the last of these days;
 * - nothing but a balance is sold while 335 days or more are left: a second year right after the first is a double click;
 * - what costs nothing, and a balance that gives no day, is not sold;
 * - what was refunded as a whole counts as never bought: after a first instalment everything is sold again, and after a
 *   balance that balance is due again.
 */

/** The days of a year, those of a first instalment, and those that must be over before more is sold. */
export const yearDays = 365;
export const instalmentDays = 120;
export const tooEarlyDays = 335;

/** The facts of a center that the rules use. */
export type Bought = {
  /** Until when it is subscribed; null when it never was. */
  endsAt: Date | null;
  /** Its last first instalment that began. */
  instalment: {
    id: string;
    startsAt: Date;
    endsAt: Date;
    givenAt: Date;
    balancePaise: Paise;
    /** Whether its balance was paid. */
    isPaid: boolean;
  } | null;
};

/** What a center may buy, and from when to when that subscribes it. */
export type SubscriptionOffer = {
  product: SubscriptionProduct;
  pricePaise: Paise;
  startsAt: Date;
  endsAt: Date;
  /** The days between the two, rounded up. */
  days: number;
  /** What is due afterwards for the rest of the year; null for what else is sold. */
  balancePaise: Paise | null;
  /** The first instalment whose balance it is. */
  instalmentId: string | null;
};

const after = (at: Date, days: number) => new Date(at.getTime() + days * day);
const later = (one: Date, other: Date | null) => (other && other > one ? other : one);

/** What is sold to a center at an instant, at these prices (paise); nothing while it has a subscription for long. */
export function offersAt(at: Date, { endsAt, instalment }: Bought, prices: Prices): SubscriptionOffer[] {
  const unpaid = instalment && !instalment.isPaid ? instalment : null;
  if (unpaid && yearEnd(unpaid) > later(at, endsAt)) return [balanceOf(unpaid, at)];
  if (endsAt && endsAt >= after(at, tooEarlyDays)) return [];
  const startsAt = later(at, endsAt);
  const annual = offered("annual", prices.annualSubscriptionPaise, { startsAt, endsAt: after(startsAt, yearDays) });
  const balancePaise = prices.annualSubscriptionPaise - prices.firstInstallmentPaise;
  // Prices under which a first instalment leaves nothing to pay are no offer of two instalments.
  const inParts = balancePaise > 0 && !(instalment && after(instalment.givenAt, yearDays) > at);
  const first = {
    ...offered("first_instalment", prices.firstInstallmentPaise, { startsAt, endsAt: after(startsAt, instalmentDays) }),
    balancePaise: toPaise(balancePaise),
  };
  return [annual, ...(inParts ? [first] : [])].filter(({ pricePaise }) => pricePaise > 0);
}

/** When the year of a first instalment ends; days that a refund took from the instalment are missing in the year. */
const yearEnd = ({ endsAt }: NonNullable<Bought["instalment"]>) => after(endsAt, yearDays - instalmentDays);

function balanceOf(instalment: NonNullable<Bought["instalment"]>, at: Date): SubscriptionOffer {
  const { id, endsAt: paidUntil, balancePaise } = instalment;
  return {
    ...offered("balance", balancePaise, { startsAt: later(at, paidUntil), endsAt: yearEnd(instalment) }),
    instalmentId: id,
  };
}

const offered = (
  product: SubscriptionProduct,
  pricePaise: Paise,
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
): SubscriptionOffer => ({
  product,
  pricePaise,
  startsAt,
  endsAt,
  days: Math.ceil((endsAt.getTime() - startsAt.getTime()) / day),
  balancePaise: null,
  instalmentId: null,
});
