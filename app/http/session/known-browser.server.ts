import type { Asker } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { hashToken } from "#modules/kernel/crypto.server.ts";
import type { Door } from "../request/door.server.ts";
import { type Portal, portals, tokenOf } from "./session.server.ts";

/** How many codes a browser may wait for at once, in several tabs and for several actions. */
const mostNonces = 6;

/** The nonces of the codes this caller asked for: those in its cookie, and the one an API client sends back. */
export function noncesOf(door: Pick<Door, "request" | "cookie">): string[] {
  const sent = door.request.headers.get("x-otp-nonce");
  const storedNonces = door.cookie("otp_nonce")?.split(".") ?? [];
  return [...(sent ? [sent] : []), ...storedNonces].slice(0, mostNonces);
}

/** Stores a code's nonce in the browser that asked for it, beside those of its other tabs. */
export function keepNonce(door: Door, nonce: string | undefined) {
  if (nonce === undefined) return;
  const others = door.cookie("otp_nonce")?.split(".") ?? [];
  door.keep("otp_nonce", [nonce, ...others].slice(0, mostNonces).join("."));
}

/**
 * Who asks for a code, enters one or tries a password, with what shows that the browser is known: its nonces, the
 * phones it proved, and the sessions it has or had.
 */
export function askerOf(door: Door, actor?: Actor): Asker {
  const tokens = [tokenOf(door.request), ...Object.values(portals).map(({ cookie }) => door.cookie(cookie))];
  const known = Object.values(portals).map((portal) => door.cookie(portal.known));
  return {
    address: door.address,
    nonces: noncesOf(door),
    phones: actor?.kind === "anyone" ? actor.phones : [],
    sessions: [...tokens.map((token) => token && hashToken(token)), ...known].filter((hash) => hash !== undefined),
  };
}

/** Signs a browser in at a portal; the browser stays known there long after the session ends. */
export function enter(door: Pick<Door, "keep">, portal: Portal, { token }: { token: string }) {
  door.keep(portals[portal].cookie, token);
  keepKnown(door, portal, hashToken(token));
}

/** Stores in a browser the mark it is known by at a portal: the hash of a session token, which grants nothing. */
export const keepKnown = (door: Pick<Door, "keep">, portal: Portal, tokenHash: string) =>
  door.keep(portals[portal].known, tokenHash);
