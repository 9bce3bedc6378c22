import { isIPv6 } from "node:net";
import { sql } from "kysely";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { missing } from "#modules/kernel/errors.ts";
import { networkOf } from "#modules/kernel/network.ts";
import { endOtherSessionsOf, endSessionOf } from "./sessions.ts";

/** A session of an admin, as its owner sees it. */
export type OwnSession = {
  id: string;
  via: "cookie" | "token";
  /** `Chrome, Windows`; null when unknown. */
  device: string | null;
  /** The network it was opened from, shortened. */
  network: string | null;
  signedInAt: string;
  /** Accurate to ten minutes. */
  lastSeenAt: string;
  current: boolean;
};

/** `203.0.113.7` → `203.0.113.x`, `2001:db8:1:2::5` → `2001:db8:1:…`: enough to recognise one's own network. */
function shortNetwork(address: string): string {
  const network = networkOf(address);
  return isIPv6(network.replace("::/64", "::"))
    ? `${network.split(":").slice(0, 3).join(":")}:…`
    : network.replace(/\.\d+$/, ".x");
}

type SessionRow = {
  id: string;
  via: "cookie" | "token";
  device: string | null;
  address: string | null;
  created_at: string;
  last_seen_at: string | null;
};

/** This admin's sessions, the latest first. */
export async function ownSessions({ adminId, sessionId }: ActorOf<"admin">): Promise<OwnSession[]> {
  const sessions = await rows<SessionRow>(
    sql`select id, via, device, address, created_at, last_seen_at from sessions
     where kind = 'admin' and subject_id = ${adminId} and ended_at is null and expires_at > ${now()}
     order by coalesce(last_seen_at, created_at) desc, id desc limit 100`,
  );
  return sessions.map(({ id, via, device, address, created_at, last_seen_at }) => ({
    id,
    via,
    device,
    network: address && shortNetwork(address),
    signedInAt: new Date(created_at).toISOString(),
    lastSeenAt: new Date(last_seen_at ?? created_at).toISOString(),
    current: id === sessionId,
  }));
}

/** End one of one's own sessions at once; others' and ended ones are not found. */
export const endOwnSession = (admin: ActorOf<"admin">, { sessionId }: { sessionId: string }): Promise<void> =>
  transaction(async () => {
    if ((await endSessionOf("admin", admin.adminId, sessionId)) === 0) throw missing("signedIn.notFound");
    await record(admin, { subject: "admin", id: admin.adminId, event: "admin.sessionEnded", data: { sessionId } });
  });

/** End all of one's own sessions except this one; returns how many. */
export const endOtherSessions = (admin: ActorOf<"admin">): Promise<{ count: number }> =>
  transaction(async () => {
    const count = await endOtherSessionsOf("admin", admin.adminId, admin.sessionId);
    await record(admin, { subject: "admin", id: admin.adminId, event: "admin.otherSessionsEnded", data: { count } });
    return { count };
  });
