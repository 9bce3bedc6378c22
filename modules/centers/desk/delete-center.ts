import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { type Paise, rupees, toPaise, zero } from "#modules/kernel/money.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { appealsTopic } from "../appeals/appeal.ts";
import { lockedCenter } from "../center/locked-center.ts";
import { shutOutCenter } from "../center/shut-out.ts";
import { endDeskLoginsOf } from "../logins/desk-logins.ts";
import { needMay } from "../policy.ts";
import type { CenterRef } from "../shared.ts";
import { centerState } from "../state.ts";
import { mayBeOpenSql } from "../technicians/may-be-open.ts";
import { removeImages } from "../technicians/technician-images.ts";

/** What prevents deleting a center: the requests it holds, and the balance of its wallet. */
export type InTheWay = { openTickets: number; reserved: number; walletPaise: Paise };

/** Returns what prevents deleting a center, for admins who may delete it. */
export async function inTheWayOfDeleting(actor: Actor, centerId: string): Promise<InTheWay> {
  needMay(actor, "deleteCenter");
  return inTheWay(centerId);
}

async function inTheWay(centerId: string): Promise<InTheWay> {
  const counts = await row<{ open: number; reserved: number; balance: string | null }>(
    sql`select (select count(*)::int from tickets t where t.center_id = ${centerId} and ${mayBeOpenSql}) as open,
            (select count(*)::int from broadcasts b where b.center_id = ${centerId} and b.status = 'RESERVED') as reserved,
            (select balance_paise from accounts where kind = 'center_wallet' and center_id = ${centerId}) as balance`,
  );
  return {
    openTickets: counts?.open ?? 0,
    reserved: counts?.reserved ?? 0,
    walletPaise: counts?.balance ? toPaise(counts.balance) : zero,
  };
}

/**
 * Delete a center (Q115): ends its login, those of its desk and its technicians' logins, its QR code and their identity papers (H22);
 * its requests are readable as before. Refuses
 * while it holds requests (`center.hasOpen`, `center.hasReserved`) or its wallet is not empty (`center.hasMoney`).
 */
export async function deleteCenter(actor: Actor, { centerId }: CenterRef): Promise<void> {
  needMay(actor, "deleteCenter");
  return transaction(async () => {
    const center = await lockedCenter(centerId);
    const { openTickets, reserved, walletPaise } = await inTheWay(center.id);
    if (openTickets > 0) throw conflict("center.hasOpen", { n: openTickets });
    if (reserved > 0) throw conflict("center.hasReserved", { n: reserved });
    if (walletPaise !== 0) throw conflict("center.hasMoney", { amount: rupees(walletPaise) });
    await shutOutCenter(center.id, "gone");
    await endDeskLoginsOf(actor, center.id);
    const at = now();
    const technicians = await rows<{ id: string }>(
      sql`update technicians set deleted_at = ${at}, updated_at = ${at} where center_id = ${center.id} and deleted_at is null returning id`,
    );
    for (const { id } of technicians)
      await record(actor, { subject: "technician", id, event: "technician.deleted", data: { withCenter: center.id } });
    await removePapers(center.id);
    await rows(sql`update partner_qrs set status = 'IN_ACTIVE' where center_id = ${center.id}`);
    const before = center.isActive;
    center.isActive = centerState.DELETED;
    await em().flush();
    await record(actor, {
      subject: "center",
      id: center.id,
      event: "center.deleted",
      from: String(before),
      to: String(centerState.DELETED),
      data: { technicians: technicians.length },
    });
    await announce([appealsTopic]);
  });
}

/** The identity papers of a center and of its technicians; portraits are kept for the requests that show them. */
async function removePapers(centerId: string) {
  const papers = await rows<{ id: string }>(
    sql`select p.id from centers c
      cross join lateral (values (c.pan_blob_id), (c.aadhar_front_blob_id), (c.aadhar_back_blob_id)) as p (id)
      where c.id = ${centerId} and p.id is not null
     union all
     select p.id from technicians t
      cross join lateral (values (t.pan_blob_id), (t.aadhar_front_blob_id), (t.aadhar_back_blob_id),
                                 (t.certificate_blob_id)) as p (id)
      where t.center_id = ${centerId} and p.id is not null`,
  );
  await rows(
    sql`update centers set pan_blob_id = null, aadhar_front_blob_id = null, aadhar_back_blob_id = null where id = ${centerId}`,
  );
  await rows(
    sql`update technicians set pan_blob_id = null, aadhar_front_blob_id = null, aadhar_back_blob_id = null,
        certificate_blob_id = null where center_id = ${centerId}`,
  );
  await removeImages(papers.map(({ id }) => id));
}
