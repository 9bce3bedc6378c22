import { sql } from "kysely";
import type { z } from "zod";
import {
  type centerRestricted,
  type documentRejected,
  type TermReminder,
  type TermStage,
  trialRequests,
} from "#modules/centers/index.ts";
import { fromIst, istDate, now, showDate } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import { type Paise, rupees } from "#modules/kernel/money.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { type Locale, say } from "#modules/messages/index.ts";
import { additionFacts, subscriptionFacts, subscriptionRefundFacts } from "#modules/wallet/index.ts";
import type { RefundWay, SubscriptionProduct } from "#modules/wallet/shared.ts";

/*
 * The notices of one center's inbox: kind and facts are stored in the transaction of their cause, the words are chosen
 * when they are read.
 */

type Payload<E extends { payload: z.ZodType }> = z.output<E["payload"]>;
type Rejected = Payload<typeof documentRejected>;
type Restricted = Payload<typeof centerRestricted>;

type TermFacts = {
  of: TermReminder["of"];
  /** `soon` occurs only in notices of earlier versions. */
  stage: TermStage | "soon";
  endsOn: string;
  /** What a year costs; missing in notices of earlier versions. */
  annualPaise?: number;
  /** What is due for the rest of a year whose first instalment was bought; then nothing else is sold. */
  balancePaise?: number | null;
};

export type Notice =
  | ({ kind: "papers" } & { facts: Omit<Rejected, "centerId"> })
  | ({ kind: "restricted" } & { facts: Omit<Restricted, "centerId"> })
  | { kind: "subscribed"; facts: SubscriptionNotice }
  | { kind: "notSubscribed"; facts: SubscriptionNotice }
  | { kind: "subscriptionRefunded"; facts: SubscriptionRefundNotice }
  | { kind: "term"; facts: TermFacts }
  | { kind: "credit"; facts: { amountPaise: number; bonus: boolean; remarks: string } };

/** A purchase as its notice stores it; amounts in paise, the day its subscription ends in IST. */
type SubscriptionNotice = {
  product: SubscriptionProduct;
  amountPaise: number;
  balancePaise: number | null;
  endsOn: string | null;
};

/** A refund of a subscription as its notice keeps it; the amount in paise, the day the center is subscribed until in IST. */
type SubscriptionRefundNotice = {
  product: SubscriptionProduct;
  amountPaise: number;
  way: RefundWay;
  endsOn: string | null;
};

/** Keeps a notice; false for the end of a term that the center was told of already. */
async function keep(centerId: string, { kind, facts }: Notice): Promise<boolean> {
  const inserted = await row(
    sql`insert into center_notices (id, center_id, kind, facts, created_at) values (${rowId()}, ${centerId}, ${kind}, ${JSON.stringify(facts)}, ${now()})
     on conflict do nothing returning 1`,
  );
  if (inserted) await announce([`center:${centerId}`]);
  return inserted !== undefined;
}

/** Store, in the running transaction, the notice of a rejected paper. */
export const noteRejected = ({ centerId, ...facts }: Rejected) => keep(centerId, { kind: "papers", facts });

/** The same for what a center is disabled for, with the operators' remark to it, without phone numbers. */
export const noteRestricted = ({ centerId, why, ...rest }: Restricted) =>
  keep(centerId, { kind: "restricted", facts: { ...rest, why: why && withoutContacts(why) } });

/**
 * The same of what an admin added to its wallet, and of a subscription that an admin refunded; a refund for a request and a
 * penalty are told by messages of their own.
 */
export async function noteAdjusted({ adjustmentId }: { adjustmentId: string }) {
  const added = await additionFacts(adjustmentId);
  if (added) await keep(added.centerId, { kind: "credit", facts: added.facts });
  const refund = await subscriptionRefundFacts(adjustmentId);
  if (!refund) return;
  const { product, amountPaise, way, endsAt } = refund.facts;
  const facts = { product, amountPaise, way, endsOn: endsAt && istDate(endsAt) };
  await keep(refund.centerId, { kind: "subscriptionRefunded", facts });
}

/** The same for a subscription that began, or a payment that is refunded because it is no longer sold. */
export async function noteSubscription(subscriptionId: string, kind: "subscribed" | "notSubscribed") {
  const purchase = await subscriptionFacts(subscriptionId);
  if (!purchase) return;
  const { product, amountPaise, balancePaise, endsAt } = purchase.facts;
  const facts = { product, amountPaise, balancePaise, endsOn: endsAt && istDate(endsAt) };
  await keep(purchase.centerId, { kind, facts });
}

/**
 * Store, in the running transaction, a reminder of the end of a trial or a subscription; returns false when it is
 * stored already, so that two workers send it once.
 */
export const noteTerm = (
  { centerId, of, stage, endsAt }: TermReminder,
  { annualPaise, balancePaise }: { annualPaise: Paise; balancePaise: Paise | null },
): Promise<boolean> =>
  keep(centerId, { kind: "term", facts: { of, stage, endsOn: istDate(endsAt), annualPaise, balancePaise } });

/** The page on which a center acts on a notice; null where there is none. */
export const noticeLink = ({ kind }: Notice) => (kind === "term" ? "/payments" : null);

/** A notice in words. */
export function noticeText(notice: Notice, locale: Locale): { title: string; description: string } {
  const t = (key: Parameters<typeof say>[0], params: Parameters<typeof say>[1] = {}) => say(key, params, locale);
  if (notice.kind === "papers") {
    const { value, reason, ofTechnician } = notice.facts;
    return {
      title: t(ofTechnician ? "notice.papersOfTechnician" : "notice.papers"),
      description: `${t(`document.${value}`)}: ${t(`document.reason.${reason}`)}. ${t(`document.todo.${reason}`)}`,
    };
  }
  if (notice.kind === "restricted") {
    const { disabledFor, why } = notice.facts;
    if (disabledFor.length === 0) return { title: t("notice.enabled"), description: t("notice.enabledHint") };
    const what = disabledFor.map((each) => t(`notice.disabledFor.${each}`));
    return {
      title: t("notice.disabled"),
      description: [...what, why && t("center.notice.why", { why }), t("center.notice.next")]
        .filter(Boolean)
        .join("\n"),
    };
  }
  if (notice.kind === "term") {
    const { of, stage, endsOn, annualPaise, balancePaise } = notice.facts;
    const when = stage === "over" ? "over" : "soon";
    const meant = of === "trial" && t("notice.trialMeant", { requests: trialRequests });
    const costs = balancePaise
      ? t("notice.termBalance", { amount: rupees(balancePaise) })
      : annualPaise && t("notice.termCosts", { amount: rupees(annualPaise) });
    return {
      title: t(`notice.${of}.${when}`, { date: showDate(fromIst(endsOn), locale) }),
      description: [meant, t(`notice.termHint.${when}`), costs].filter(Boolean).join(" "),
    };
  }
  if (notice.kind === "subscribed" || notice.kind === "notSubscribed") {
    const { product, amountPaise, balancePaise, endsOn } = notice.facts;
    const facts = {
      product: t(`subscription.of.${product}`),
      amount: rupees(amountPaise),
      balance: rupees(balancePaise ?? 0),
      date: endsOn ? showDate(fromIst(endsOn), locale) : "",
    };
    if (notice.kind === "notSubscribed")
      return { title: t("notice.notSubscribed", facts), description: t("notice.notSubscribedHint", facts) };
    const hint = balancePaise ? "notice.subscribedBalance" : "notice.subscribedHint";
    return { title: t("notice.subscribed", facts), description: t(hint, facts) };
  }
  if (notice.kind === "subscriptionRefunded") {
    const { product, amountPaise, way, endsOn } = notice.facts;
    const params = { product: t(`subscription.of.${product}`), amount: rupees(amountPaise) };
    const until = endsOn && t("notice.subscriptionRefunded.until", { date: showDate(fromIst(endsOn), locale) });
    return {
      title: t("notice.subscriptionRefunded", params),
      description: [t(`notice.subscriptionRefunded.${way}`, params), until].filter(Boolean).join(" "),
    };
  }
  const { amountPaise, bonus, remarks } = notice.facts;
  const amount = rupees(amountPaise);
  return { title: t(bonus ? "notice.bonus" : "notice.credit", { amount }), description: remarks };
}
