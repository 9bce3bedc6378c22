import { refusePrepared } from "#modules/kernel/lists/prepared-export.server.ts";
import { endSessionsOf } from "../sessions/sessions.ts";

/**
 * What an admin may do has changed: in the running transaction their sessions end, and the files that were prepared for
 * them are shown to nobody any more.
 */
export async function rightsChanged(adminId: string): Promise<void> {
  await endSessionsOf("admin", adminId);
  await refusePrepared({ subject: "admin", id: adminId });
}
