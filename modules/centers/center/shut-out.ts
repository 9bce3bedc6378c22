import { sql } from "kysely";
import { endSessionsOf } from "#modules/access/index.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { centerRestricted } from "../events.ts";
import type { Center } from "./center.entity.ts";

/** End the sessions of a center and of its technicians at once, in the running transaction. */
export async function shutOutCenter(centerId: string, because: "shut_out" | "gone" = "shut_out"): Promise<void> {
  await endSessionsOf("center", centerId, because);
  const technicians = await rows<{ id: string }>(
    sql`select id from technicians where center_id = ${centerId} and deleted_at is null order by id`,
  );
  for (const { id } of technicians) await endSessionsOf("technician", id, because);
}

/** Emit, in the running transaction, what a center is disabled for now, with the operators' remark to it. */
export const tellRestricted = (center: Center, why?: string | null) =>
  emit(centerRestricted, {
    centerId: center.id,
    disabledFor: [
      ...(center.loginDisabled ? (["login_into_application"] as const) : []),
      ...(center.broadcastDisabled ? (["accepting_broadcast_ticket"] as const) : []),
    ],
    why: why ?? null,
  });
