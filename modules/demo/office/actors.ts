import { adminNamed } from "#modules/access/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { ownerNow } from "#modules/kernel/lists/owners.server.ts";
import type { admins } from "../demo-data.ts";
import { fixedId } from "../fixed-id.ts";

/** One of the demo's admins with the rights of now. */
export async function demoAdmin(userName: (typeof admins)[number]["userName"]): Promise<ActorOf<"admin">> {
  const admin = await adminNamed(userName);
  const actor = admin && (await ownerNow({ subject: "admin", id: admin.id }));
  if (actor?.kind !== "admin") throw new Error(`the demo has no admin ${userName}`);
  return actor;
}

/** The demo's center of a QR code. */
export const demoCenter = (qrId: string): ActorOf<"center"> => ({
  kind: "center",
  centerId: fixedId(`center:${qrId}`),
  sessionId: fixedId(`session:${qrId}`),
});
