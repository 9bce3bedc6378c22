import { type Actor, system } from "#modules/kernel/actor.ts";
import type { Paise } from "#modules/kernel/money.ts";
import type { Purchase } from "../events.ts";
import { type AccountRef, entriesBetween, transfer } from "./transfer.ts";

/** Book a subscription paid by card as income; once per order. */
export const takeSubscription = ({ orderId, amountPaise }: Purchase) =>
  transfer({
    kind: "subscription",
    cause: orderId,
    entries: entriesBetween(amountPaise, "gateway", "subscription_income"),
    orderId,
    actor: system("payments"),
  });

type Paid = {
  amountPaise: Paise;
  /** A center's wallet, or what was received by hand. */
  from: AccountRef;
  /** The id of the subscription, or of the adjustment that entered it. */
  cause: string;
  actor: Actor;
};

/** Pay a subscription (paise) from a wallet, or as received outside; once per cause. */
export const paySubscription = ({ amountPaise, from, cause, actor }: Paid) =>
  transfer({ kind: "subscription", cause, entries: entriesBetween(amountPaise, from, "subscription_income"), actor });

type GoingBack = {
  amountPaise: Paise;
  /** The center's wallet, what is returned at the provider, or what was paid out by hand. */
  to: AccountRef;
  /** The id of the decision. */
  cause: string;
  /** The order by which it was paid. */
  orderId: string | null;
  actor: Actor;
};

/** Give back what a subscription earned (paise), as an admin; once per cause. */
export const refundSubscriptionIncome = ({ amountPaise, to, cause, orderId, actor }: GoingBack) =>
  transfer({
    kind: "subscription_refund",
    cause,
    entries: entriesBetween(amountPaise, "subscription_income", to),
    orderId,
    actor,
  });
