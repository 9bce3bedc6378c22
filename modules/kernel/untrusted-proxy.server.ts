import fs from "node:fs";
import path from "node:path";
import { hour, now } from "./clock.ts";
import { env } from "./env.server.ts";
import { log } from "./log.server.ts";

/** A peer that is not a trusted proxy sent X-Forwarded-* headers, and the list of proxies in force then. */
type Note = { peer: string; at: string; trustProxy: string };

const file = () => path.join(env.dataDir, "run", "untrusted-proxy.json");

let notedAt = Number.NEGATIVE_INFINITY;

/**
 * Note, for the doctor command and once in the log, that a peer's X-Forwarded-* headers were ignored. Strangers can
 * send such headers at any rate, so it is written at most once an hour.
 */
export function noteUntrustedProxy(peer: string): void {
  const at = now();
  if (at.getTime() - notedAt < hour) return;
  if (notedAt === Number.NEGATIVE_INFINITY)
    log.warn({ peer }, "forwarded headers of a peer that is not trusted are ignored: is it a proxy for TRUST_PROXY?");
  notedAt = at.getTime();
  const note: Note = { peer, at: at.toISOString(), trustProxy: env.trustProxy };
  const draft = `${file()}.${process.pid}`;
  try {
    fs.mkdirSync(path.dirname(file()), { recursive: true });
    fs.writeFileSync(draft, JSON.stringify(note));
    fs.renameSync(draft, file());
  } catch (error) {
    // A failed note, on a full disk for example, must not fail the request.
    log.warn({ error: (error as Error).name }, "what the doctor should know could not be written");
  }
}

/** The last note made under the list of proxies in force, if any. */
export function untrustedProxyNote(): Note | undefined {
  try {
    const note = JSON.parse(fs.readFileSync(file(), "utf8")) as Note;
    return note.trustProxy === env.trustProxy ? note : undefined;
  } catch {
    return undefined;
  }
}
