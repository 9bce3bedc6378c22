import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { fromIst, istDate, now } from "#modules/kernel/clock.ts";
import { em, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict, invalid, missing } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { lockedCenter } from "../center/locked-center.ts";
import { centersChanged } from "../events.ts";
import { needMay } from "../policy.ts";
import type { AuthorizeClients, DefineCapacity, DefineCapacityByQr, ExtendTrial } from "../shared.ts";
import { centerState } from "../state.ts";
import { type DeskCenter, getDeskCenter, mayExtendTrial } from "./desk-center.ts";
import { clientsOf, setClients } from "./set-clients.ts";

/* What operators change of one center from its list (002 §2.9); each act is one history row. */

/** R382: set how many open requests a center may have at once. It keeps those above a lower limit. */
export async function defineCapacity(actor: Actor, { centerId, ticketAcceptLimit }: DefineCapacity): Promise<void> {
  needMay(actor, "keepCenter");
  return transaction(() => setCapacity(actor, centerId, ticketAcceptLimit));
}

async function setCapacity(actor: Actor, centerId: string, limit: number) {
  const center = await lockedCenter(centerId);
  const before = center.ticketAcceptLimit;
  if (before === limit) return;
  center.ticketAcceptLimit = limit;
  await em().flush();
  await noteCapacity(actor, center.id, before, limit);
  if (limit > before) await emit(centersChanged, { centerIds: [center.id] });
}

/** Q98: the capacity of the center with a QR id, or without one of all centers; answers how many changed. */
export async function defineCapacityByQr(
  actor: Actor,
  { ticketAcceptLimit, qrId }: DefineCapacityByQr,
): Promise<{ changed: number }> {
  needMay(actor, "keepCenter");
  return transaction(async () => {
    if (qrId !== undefined) {
      const [qr] = await rows<{ id: string | null }>(
        sql`select center_id as id from partner_qrs where qr_id = upper(${qrId}) and kind = 'center'`,
      );
      if (!qr?.id) throw missing("center.notFound");
      await setCapacity(actor, qr.id, ticketAcceptLimit);
      return { changed: 1 };
    }
    const changed = await rows<{ id: string; before: number }>(
      sql`with before as (select id, ticket_accept_limit from centers
          where is_active <> ${sql.lit(centerState.DELETED)} and ticket_accept_limit <> ${ticketAcceptLimit} order by id for update)
       update centers c set ticket_accept_limit = ${ticketAcceptLimit}, version = c.version + 1, updated_at = ${now()}
         from before where before.id = c.id returning c.id, before.ticket_accept_limit as before`,
    );
    for (const { id, before } of changed) await noteCapacity(actor, id, before, ticketAcceptLimit);
    const raised = changed.filter(({ before }) => ticketAcceptLimit > before);
    if (raised.length > 0) await emit(centersChanged, { centerIds: raised.map(({ id }) => id) });
    return { changed: changed.length };
  });
}

const noteCapacity = (actor: Actor, id: string, from: number, to: number) =>
  record(actor, { subject: "center", id, event: "center.capacity", from: String(from), to: String(to) });

/** R384: the clients a center may work for, as a whole. Refuses an unknown client with `client.notFound`. */
export async function authorizeClients(actor: Actor, { centerId, clientIds }: AuthorizeClients): Promise<DeskCenter> {
  needMay(actor, "keepCenter");
  return transaction(async () => {
    const center = await lockedCenter(centerId);
    const before = await clientsOf(center.id);
    const clients = await setClients(center.id, clientIds);
    const after = await clientsOf(center.id);
    if (before.join() !== after.join()) {
      await rows(sql`update centers set version = version + 1, updated_at = ${now()} where id = ${center.id}`);
      await record(actor, {
        subject: "center",
        id: center.id,
        event: "center.clients",
        data: {
          version: center.version + 1,
          changed: ["clientIds"],
          clients,
          from: { clientIds: before },
          to: { clientIds: after },
        },
      });
      await emit(centersChanged, { centerIds: [center.id] });
    }
    return getDeskCenter(actor, center.id);
  });
}

/**
 * R379, Q61: begin a center's trial again, today in India. Refuses with `center.trialFailed` while no more than 15 days
 * have passed since it last began, and for another date than today.
 */
export async function extendTrial(actor: Actor, { centerId, extendedDate }: ExtendTrial): Promise<DeskCenter> {
  needMay(actor, "keepCenter");
  return transaction(async () => {
    const center = await lockedCenter(centerId);
    if (extendedDate && istDate(extendedDate) !== istDate())
      throw invalid("center.trialFailed", { extendedDate: "center.trialToday" });
    const { createdAt, extendedDate: before = null } = center;
    if (!mayExtendTrial({ createdAt, extendedDate: before })) throw conflict("center.trialFailed");
    center.extendedDate = fromIst(istDate());
    await em().flush();
    await record(actor, {
      subject: "center",
      id: center.id,
      event: "center.trialExtended",
      from: before && istDate(before),
      to: istDate(),
    });
    await emit(centersChanged, { centerIds: [center.id] });
    await announce([`center:${center.id}`]);
    return getDeskCenter(actor, center.id);
  });
}
