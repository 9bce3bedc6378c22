import { sql } from "kysely";
import { type Actor, need } from "#modules/kernel/actor.ts";
import { em, inSql, row, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { lockedCenter } from "../center/locked-center.ts";
import type { SetKitPaid } from "../shared.ts";
import { type DeskCenter, getDeskCenter } from "./desk-center.ts";

/*
 * Whether a center paid for its onboarding kit (`payment_details.paid_for_onboarding_kit`, R264). It is paid outside the
 * product and moves no money here: a fact of the center, changed by who changes its other facts, with step-up because it
 * says that money arrived.
 */

/**
 * Mark a center's onboarding kit as paid, with the reference of the payment, or take that back; one history row. What is
 * so already is not changed.
 */
export async function setKitPaid(actor: Actor, { centerId, paid, reference }: SetKitPaid): Promise<DeskCenter> {
  need(actor, "update_center.full_access");
  return transaction(async () => {
    const center = await lockedCenter(centerId);
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

/** The payment of a center's kit as an operator entered it last; null where it is not marked as paid by one. */
export async function kitPayment(actor: Actor, centerId: string): Promise<{ reference: string; at: Date } | null> {
  need(actor, "update_center.full_access");
  const last = await row(
    inSql(sql<{ event: string; reference: string | null; at: string }>`
      select event, data ->> 'reference' as reference, at from history
       where subject = 'center' and subject_id = ${centerId} and event in ('center.kitPaid', 'center.kitUnpaid')
       order by at desc, id desc limit 1`),
  );
  return last?.event === "center.kitPaid" ? { reference: last.reference ?? "", at: new Date(last.at) } : null;
}
