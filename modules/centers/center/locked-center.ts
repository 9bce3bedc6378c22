import { LockMode } from "@mikro-orm/postgresql";
import { em } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { centerState } from "../state.ts";
import { type Center, CenterSchema } from "./center.entity.ts";

/** The center, locked for the rest of the transaction; refuses with `center.notFound`. */
export async function lockedCenter(centerId: string): Promise<Center> {
  const center = await em().findOne(
    CenterSchema,
    { id: centerId, isActive: { $ne: centerState.DELETED } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  if (!center) throw missing("center.notFound");
  return center;
}
