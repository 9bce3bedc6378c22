import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { invalid, missing } from "#modules/kernel/errors.ts";
import { needMay } from "../policy.ts";
import type { AuthorizeTechnician } from "../shared.ts";
import { type DeskTechnician, getDeskTechnician } from "./technicians-list.ts";

/**
 * Authorized For of a technician: the clients they may work for, as a whole; needs update_technician.full_access and
 * view_technician_details.full_access. Refuses with `technician.notFound`, and an unknown client with `client.notFound`.
 */
export async function authorizeTechnician(
  actor: Actor,
  { technicianId, clientIds }: AuthorizeTechnician,
): Promise<DeskTechnician> {
  needMay(actor, "changeTechnician");
  return transaction(async () => {
    const technician = await row(
      sql`select 1 from technicians where id = ${technicianId} and deleted_at is null for update`,
    );
    if (!technician) throw missing("technician.notFound");
    const before = await clientsOf(technicianId);
    const known = await rows<{ name: string }>(
      sql`select client_name as name from clients where id = any (${clientIds}) order by client_name`,
    );
    if (known.length < clientIds.length) throw invalid("client.notFound", { clientIds: "client.notFound" });
    await rows(
      sql`delete from technician_clients where technician_id = ${technicianId} and client_id <> all (${clientIds})`,
    );
    await rows(
      sql`insert into technician_clients (technician_id, client_id) select ${technicianId}, unnest(${clientIds}::uuid[]) on conflict do nothing`,
    );
    const after = await clientsOf(technicianId);
    if (before.join() !== after.join())
      await record(actor, {
        subject: "technician",
        id: technicianId,
        event: "technician.clients",
        data: { clients: known.map(({ name }) => name).join(", "), from: before, to: after },
      });
    return getDeskTechnician(actor, technicianId);
  });
}

const clientsOf = async (technicianId: string) =>
  (
    await rows<{ id: string }>(
      sql`select client_id as id from technician_clients where technician_id = ${technicianId} order by client_id`,
    )
  ).map(({ id }) => id);
