import { type Actor, need } from "#modules/kernel/actor.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { invalid, missing } from "#modules/kernel/errors.ts";
import type { AuthorizeTechnician } from "../shared.ts";
import { type DeskTechnician, getDeskTechnician } from "./desk-list.ts";

/**
 * Authorized For of a technician: the clients they may work for, as a whole; needs update_technician.full_access and
 * view_technician_details.full_access. Refuses with `technician.notFound`, and an unknown client with `client.notFound`.
 */
export async function authorizeTechnician(
  actor: Actor,
  { technicianId, clientIds }: AuthorizeTechnician,
): Promise<DeskTechnician> {
  need(actor, "view_technician_details.full_access");
  need(actor, "update_technician.full_access");
  return transaction(async () => {
    const technician = await row("select 1 from technicians where id = $1 and deleted_at is null for update", [
      technicianId,
    ]);
    if (!technician) throw missing("technician.notFound");
    const before = await clientsOf(technicianId);
    const known = await rows<{ name: string }>(
      "select client_name as name from clients where id = any ($1) order by client_name",
      [clientIds],
    );
    if (known.length < clientIds.length) throw invalid("client.notFound", { clientIds: "client.notFound" });
    await rows("delete from technician_clients where technician_id = $1 and client_id <> all ($2)", [
      technicianId,
      clientIds,
    ]);
    await rows(
      `insert into technician_clients (technician_id, client_id) select $1, unnest($2::uuid[]) on conflict do nothing`,
      [technicianId, clientIds],
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
      "select client_id as id from technician_clients where technician_id = $1 order by client_id",
      [technicianId],
    )
  ).map(({ id }) => id);
