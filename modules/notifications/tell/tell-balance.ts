import { localeOf } from "#modules/access/index.ts";
import { balanceFacts, feeInBalanceFacts } from "#modules/wallet/index.ts";
import { sendSms } from "../providers/sms.server.ts";
import { sendWhatsapp, whatsappIsConfigured } from "../providers/whatsapp.server.ts";
import type { ValuesOf } from "../templates/templates.ts";
import { deliver } from "./deliver.ts";
import { asVariable } from "./facts.ts";

type FeeInBalance = { orderId: string; ticketId: string; amountPaise: number };

/** Tell a customer that what was paid for a request's fee is in their balance, and how it is used; once per order. */
export async function tellFeeInBalance(fee: FeeInBalance): Promise<void> {
  const { orderId, ticketId, amountPaise } = fee;
  const facts = await feeInBalanceFacts(ticketId);
  if (!facts) return;
  await tell("feeInBalance", {
    phone: facts.phone,
    values: { rupees: Math.floor(amountPaise / 100), number: asVariable(facts.number) },
    cause: `order:${orderId}:inBalance`,
    ticketId,
    job: { name: "notifications.tellFeeInBalance", payload: fee },
  });
}

/**
 * Tell a customer what an admin did to their balance: a refund or an addition with its reason and how it is used, a payout
 * with the end of the bank's reference, a waiver.
 */
export async function tellBalance({ adjustmentId }: { adjustmentId: string }): Promise<void> {
  const facts = await balanceFacts(adjustmentId);
  if (!facts) return;
  const { phone, kind, number, reference, reason } = facts;
  const rupees = Math.floor(facts.amountPaise / 100);
  const to = {
    phone,
    cause: `adjustment:${adjustmentId}:balance`,
    ...(facts.ticketId && { ticketId: facts.ticketId }),
    job: { name: "notifications.tellBalance", payload: { adjustmentId } },
  };
  if (kind === "Refund")
    return tell("feeInBalance", { ...to, values: { rupees, number: asVariable(number ?? "") || "-" } });
  if (kind === "Payout")
    return tell("balancePaidOut", { ...to, values: { rupees, reference: asVariable(endOf(reference)) || "-" } });
  if (kind === "Waiver") return tell("balanceWaived", { ...to, values: { rupees } });
  await tell("balanceAdded", { ...to, values: { rupees, reason: asVariable(reason) || "-" } });
}

/** The last four characters of a bank's reference: enough to find it in a statement. */
const endOf = (reference: string | null) => (reference ?? "").slice(-4);

type BalanceTemplate = "feeInBalance" | "balanceAdded" | "balancePaidOut" | "balanceWaived";
type To<K extends BalanceTemplate> = {
  phone: string;
  values: ValuesOf<K>;
  cause: string;
  ticketId?: string;
  job: { name: string; payload: Record<string, unknown> };
};

/** By WhatsApp if configured; otherwise, or when that does not reach the phone, by SMS. */
async function tell<K extends BalanceTemplate>(
  template: K,
  { phone, values, cause, ticketId, job }: To<K>,
): Promise<void> {
  const locale = await localeOf(phone);
  // What the operator does with a customer's money counts towards nobody's limit but the phone's.
  const account = { centerId: null, clientId: null, proved: true, codes: false };
  const message = { cause, template, to: phone, ticketId, job, account } as const;
  const instead = whatsappIsConfigured();
  if (instead) {
    const fate = await deliver({ ...message, channel: "whatsapp", otherWay: true }, () =>
      sendWhatsapp(phone, template, values, locale),
    );
    if (fate === "settled") return;
  }
  await deliver({ ...message, cause: instead ? `${cause}:sms` : cause, channel: "sms", instead }, () =>
    sendSms(phone, template, values, locale),
  );
}
