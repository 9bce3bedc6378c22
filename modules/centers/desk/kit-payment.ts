import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { em, row, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import { lockedCenter } from "../center/locked-center.ts";
import { may, needMay } from "../policy.ts";
import type { SetKitPaid } from "../shared.ts";
import { type DeskCenter, getDeskCenter } from "./desk-center.ts";

/*
 * Whether a center paid for its onboarding kit (`payment_details.paid_for_onboarding_kit`, R264). It is paid outside
 * the product and moves no money here: a fact of the center, changed by admins who change its other facts, with step-up
 * because it records that money arrived.
 */

/**
 * Mark a center's onboarding kit as paid, with the reference of the payment, or take that back; one history row. What is
 * so already is not changed; one that is paid by another reference, or by none that is known, is refused with
 * conflict("center.kitPaidAs" or "center.kitPaidAlready").
 */
export async function setKitPaid(actor: Actor, { centerId, paid, reference }: SetKitPaid): Promise<DeskCenter> {
  needMay(actor, "keepCenter");
  return transaction(async () => {
    const center = await lockedCenter(centerId);
    if (paid && reference && center.paidForOnboardingKit) {
      const payment = await paymentOf(centerId);
      if (!payment) throw conflict("center.kitPaidAlready");
      if (payment.reference !== reference)
        throw conflict("center.kitPaidAs", { reference: shownTo(actor, payment.reference) });
    }
    if (center.paidForOnboardingKit !== paid) {
      center.paidForOnboardingKit = paid;
      await em().flush();
      await record(actor, {
        subject: "center",
        id: center.id,
        event: paid ? "center.kitPaid" : "center.kitUnpaid",
        data: reference ? { reference } : {},
      });
    }
    return getDeskCenter(actor, center.id);
  });
}

type KitPayment = { reference: string; at: Date };

/**
 * The payment of a center's kit as an operator entered it last; null where it is not marked as paid by one. The reference
 * is without phone numbers for admins who are not SUPER_ADMIN.
 */
export async function kitPayment(actor: Actor, centerId: string): Promise<KitPayment | null> {
  needMay(actor, "keepCenter");
  const payment = await paymentOf(centerId);
  return payment && { reference: shownTo(actor, payment.reference), at: payment.at };
}

const shownTo = (actor: Actor, reference: string) =>
  may(actor, "seeContacts") ? reference : withoutContacts(reference);

async function paymentOf(centerId: string): Promise<KitPayment | null> {
  const last = await row(
    sql<{ event: string; reference: string | null; at: string }>`
      select event, data ->> 'reference' as reference, at from history
       where subject = 'center' and subject_id = ${centerId} and event in ('center.kitPaid', 'center.kitUnpaid')
       order by at desc, id desc limit 1`,
  );
  return last?.event === "center.kitPaid" ? { reference: last.reference ?? "", at: new Date(last.at) } : null;
}
