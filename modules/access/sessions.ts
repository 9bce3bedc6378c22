import { randomUUIDv7 } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import type { Actor } from "../kernel/actor.ts";
import { day, fromNow, hour, now } from "../kernel/clock.ts";
import { hashToken, randomToken, tokenKey } from "../kernel/crypto.server.ts";
import { pool, row, rows, transaction } from "../kernel/db.server.ts";
import { unauthenticated } from "../kernel/errors.ts";
import { emit } from "../kernel/events.ts";
import { announce } from "../kernel/live.server.ts";
import { adminActor } from "./admin-actor.ts";
import { sessionEnded } from "./events.ts";
import type { EndedBecause, SessionKind } from "./session.entity.ts";

/** Who signs in; a visitor's session is opened by `rememberVisitor`. */
export type SignedInKind = Exclude<SessionKind, "visitor">;

export type OpenedSession = { token: string; sessionId: string; expiresAt: Date };

/** API tokens live 24 hours (fixed point 18); a browser stays signed in for a working day at a desk, a month elsewhere. */
const tokenLifeMs = day;
const cookieLifeMs: Record<SignedInKind, number> = {
  admin: 12 * hour,
  center: 30 * day,
  onboarder: 30 * day,
  technician: 30 * day,
};

/** Open a session; the token is handed out once and only its hash is kept. */
export async function openSession({
  kind,
  subjectId,
  via,
  address,
}: {
  kind: SignedInKind;
  subjectId: string;
  via: "cookie" | "token";
  address: string;
}): Promise<OpenedSession> {
  const sessionId = randomUUIDv7();
  const expiresAt = fromNow(via === "token" ? tokenLifeMs : cookieLifeMs[kind]);
  const token = via === "token" ? await signed({ sessionId, kind, subjectId, expiresAt }) : randomToken();
  await rows(
    `insert into sessions (id, kind, subject_id, token_hash, via, address, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [sessionId, kind, subjectId, hashToken(token), via, address, now(), expiresAt],
  );
  return { token, sessionId, expiresAt };
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1_000);

const signed = (session: { sessionId: string; kind: SignedInKind; subjectId: string; expiresAt: Date }) =>
  new SignJWT({ sid: session.sessionId, kind: session.kind })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(session.subjectId)
    .setIssuedAt(seconds(now()))
    .setExpirationTime(seconds(session.expiresAt))
    .sign(tokenKey());

/** End one session at once (logout). */
export const endSession = (sessionId: string): Promise<void> => end("id = $1", [sessionId]);

/**
 * End every session of somebody at once: password change, disable, role change. `because` is what whoever still uses
 * one of them is told: 'Permission denied' or 'User not found' (R022, R023) instead of 'Token is invalid'.
 */
export const endSessionsOf = (kind: SessionKind, subjectId: string, because?: EndedBecause): Promise<void> =>
  end("kind = $1 and subject_id = $2", [kind, subjectId], because);

async function end(which: string, params: string[], because?: EndedBecause) {
  await transaction(async () => {
    const ended = await rows<{ id: string; kind: SessionKind; subject_id: string | null }>(
      `update sessions set ended_at = $${params.length + 1}, ended_because = $${params.length + 2}
       where ${which} and ended_at is null returning id, kind, subject_id`,
      [...params, now(), because ?? null],
    );
    if (!ended[0]) return;
    await emit(sessionEnded, {
      kind: ended[0].kind,
      subjectId: ended[0].subject_id,
      sessionIds: ended.map(({ id }) => id),
    });
    // Open live streams of these sessions hear it and close.
    await announce(ended.map(({ id }) => `session:${id}`));
  });
}

/** Whether a session is neither ended nor over, for what stays open longer than a request. */
export async function sessionLives(sessionId: string): Promise<boolean> {
  const { rowCount } = await pool().query(
    "select 1 from sessions where id = $1 and ended_at is null and expires_at > $2",
    [sessionId, now()],
  );
  return rowCount === 1;
}

type Found = {
  id: string;
  kind: SignedInKind;
  subject_id: string;
  ended: boolean;
  ended_because: EndedBecause | null;
  expired: boolean;
};

const findSession = (tokenHash: string) =>
  row<Found>(
    `select id, kind, subject_id, ended_at is not null as ended, ended_because, expires_at <= $2 as expired
     from sessions where token_hash = $1 and kind <> 'visitor'`,
    [tokenHash, now()],
  );

/** What the user of an ended session is told (R022–R024). */
const endings = { shut_out: "session.denied", gone: "session.unknownUser", other: "session.invalid" } as const;

/** Whoever is signed in at a portal by its cookie; throws unauthenticated when the cookie is missing, unknown or over. */
export async function actorOfCookie(portal: SignedInKind, token: string | undefined): Promise<Actor> {
  const session = token ? await findSession(hashToken(token)) : undefined;
  if (session?.kind !== portal) throw unauthenticated("session.invalid");
  return actorOf(session);
}

/** Whoever an API token belongs to; throws unauthenticated with one of the four texts of R021–R024. */
export async function actorOfToken(jwt: string): Promise<Actor> {
  try {
    await jwtVerify(jwt, tokenKey(), { algorithms: ["HS256"], currentDate: now() });
  } catch (error) {
    throw unauthenticated(error instanceof errors.JWTExpired ? "session.expired" : "session.invalid");
  }
  const session = await findSession(hashToken(jwt));
  if (!session) throw unauthenticated("session.invalid");
  return actorOf(session);
}

async function actorOf(session: Found): Promise<Actor> {
  const { id: sessionId, kind, subject_id: subjectId, ended, ended_because, expired } = session;
  if (ended) throw unauthenticated(endings[ended_because ?? "other"]);
  if (expired) throw unauthenticated("session.expired");
  switch (kind) {
    case "center":
      return { kind, centerId: subjectId, sessionId };
    case "onboarder":
      return { kind, onboarderId: subjectId, sessionId };
    case "technician":
      return { kind, technicianId: subjectId, sessionId };
    case "admin":
      return adminActor(subjectId, sessionId);
  }
}
