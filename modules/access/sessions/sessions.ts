import { errors, jwtVerify, SignJWT } from "jose";
import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { day, fromNow, hour, now } from "#modules/kernel/clock.ts";
import { hashToken, randomToken, tokenKey, tokenKeys } from "#modules/kernel/crypto.server.ts";
import { pool, row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { queryOn, type Sql } from "#modules/kernel/db/sql.ts";
import { unauthenticated } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { sessionEnded } from "../events.ts";
import { type AdminRecord, actorFrom, adminColumns } from "../roles/admin-actor.ts";
import { needSetUp } from "../second-factor/second-factor.ts";
import type { EndedBecause, SessionKind } from "./session.entity.ts";

/** The kinds of account that sign in; a visitor's session is opened by `rememberVisitor`. */
export type SignedInKind = Exclude<SessionKind, "visitor">;

/** How a session is presented: by a browser's cookie or an API client's token. */
type Via = "cookie" | "token";

export type OpenedSession = { token: string; sessionId: string; expiresAt: Date };

/** API tokens are valid for 24 hours (fixed point 18); a browser for a day at a desk and at work on site, a month elsewhere. */
const tokenLifeMs = day;
const cookieLifeMs: Record<SignedInKind, number> = {
  admin: 12 * hour,
  center: 30 * day,
  onboarder: 30 * day,
  technician: day,
};

/** Open a session; the token is returned only once, and only its hash is stored. */
export async function openSession({
  kind,
  subjectId,
  deskLoginId,
  via,
  address,
  device,
  provedAt,
}: {
  kind: SignedInKind;
  subjectId: string;
  /** The person of a center's desk who signs in; without it the owner does. */
  deskLoginId?: string | undefined;
  via: Via;
  address: string;
  /** A coarse name of the browser (`deviceOf`). */
  device?: string | undefined;
  /** When an admin entered password and code for it. */
  provedAt?: Date | undefined;
}): Promise<OpenedSession> {
  const sessionId = rowId();
  const expiresAt = fromNow(via === "token" ? tokenLifeMs : cookieLifeMs[kind]);
  const token = via === "token" ? await signed({ sessionId, kind, subjectId, expiresAt }) : randomToken();
  await rows(
    sql`insert into sessions (id, kind, subject_id, desk_login_id, token_hash, via, address, created_at, expires_at, device, proved_at)
     values (${sessionId}, ${kind}, ${subjectId}, ${deskLoginId ?? null}, ${hashToken(token)}, ${via}, ${address}, ${now()}, ${expiresAt}, ${device ?? null}, ${provedAt ?? null})`,
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

/**
 * Ends every session, code and proof there is, for a copy of the database that was brought back: some were ended after it
 * was made. Statements, because they belong into the transaction of whoever brings it back.
 */
export const endEverySignIn: readonly Sql[] = [
  sql`update sessions set ended_at = now() where ended_at is null`,
  ...["otps", "otp_proofs", "admin_pending_sign_ins", "password_resets"].map(
    (table) => sql`update ${sql.table(table)} set used_at = now() where used_at is null`,
  ),
];

/** End one session at once (logout, R16). */
export const endSession = async (sessionId: string): Promise<void> => void (await end(sql`id = ${sessionId}`));

/** End one session of an account, if it is theirs and still open; returns how many ended. */
export const endSessionOf = (kind: SessionKind, subjectId: string, sessionId: string): Promise<number> =>
  end(sql`kind = ${kind} and subject_id = ${subjectId} and id = ${sessionId}`);

/** End every session of an account but one; returns how many. */
export const endOtherSessionsOf = (kind: SessionKind, subjectId: string, sessionId: string): Promise<number> =>
  end(sql`kind = ${kind} and subject_id = ${subjectId} and id <> ${sessionId}`);

/**
 * End all sessions of an account at once: password change, disabling, role change. `because` chooses the message for
 * later requests with them: 'Permission denied' or 'User not found' (R022, R023) instead of 'Token is invalid'.
 */
export const endSessionsOf = async (kind: SessionKind, subjectId: string, because?: EndedBecause): Promise<void> =>
  void (await end(sql`kind = ${kind} and subject_id = ${subjectId}`, because));

/** End all sessions of people of a center's desk at once; they are told that they are not let in any more. */
export const endSessionsOfDesk = async (deskLoginIds: readonly string[]): Promise<void> =>
  void (await end(sql`desk_login_id = any(${[...deskLoginIds]}::uuid[])`, "shut_out"));

const end = (which: Sql, because?: EndedBecause): Promise<number> =>
  transaction(async () => {
    const ended = await rows<{ id: string; kind: SessionKind; subject_id: string | null }>(
      sql`update sessions set ended_at = ${now()}, ended_because = ${because ?? null}
       where ${which} and ended_at is null returning id, kind, subject_id`,
    );
    if (!ended[0]) return 0;
    await emit(sessionEnded, {
      kind: ended[0].kind,
      subjectId: ended[0].subject_id,
      sessionIds: ended.map(({ id }) => id),
    });
    // Open live streams of these sessions close on this.
    await announce(ended.map(({ id }) => `session:${id}`));
    return ended.length;
  });

/** Whether a session is still valid, for connections that stay open longer than a request. */
export async function sessionLives(sessionId: string): Promise<boolean> {
  const { rowCount } = await queryOn(
    pool(),
    sql`select 1 from sessions where id = ${sessionId} and ended_at is null and expires_at > ${now()}`,
  );
  return rowCount === 1;
}

/** A session, and of an admin's the admin, unless gone or disabled. */
type SessionRow = { admin_id: string | null } & Omit<AdminRecord, "admin_id"> & {
    id: string;
    kind: SignedInKind;
    subject_id: string;
    desk_login_id: string | null;
    ended: boolean;
    ended_because: EndedBecause | null;
    expired: boolean;
  };

/** A session opened for a cookie is not accepted as a token, and the reverse. */
const findSession = (tokenHash: string, via: Via) =>
  row<SessionRow>(
    sql`select sessions.id, kind, subject_id, desk_login_id, ended_at is not null as ended, ended_because, expires_at <= ${now()} as expired,
            ${adminColumns()}
       from sessions
       left join admins on kind = 'admin' and admins.id = subject_id and is_active
       left join roles on roles.id = role_id
      where sessions.token_hash = ${tokenHash} and via = ${via} and kind <> 'visitor'`,
  );

/** The message for the user of an ended session (R022–R024). */
const endings = { shut_out: "session.denied", gone: "session.unknownUser", other: "session.invalid" } as const;

/**
 * The actor signed in at a portal by cookie; throws unauthenticated when the cookie is missing, unknown or expired. An
 * admin who must still set up the second factor is refused (`totp.setUpFirst`), except with `toSetUp`.
 */
export async function actorOfCookie(
  portal: SignedInKind,
  token: string | undefined,
  { toSetUp = false }: { toSetUp?: boolean } = {},
): Promise<Actor> {
  const session = token ? await findSession(hashToken(token), "cookie") : undefined;
  if (session?.kind !== portal) throw unauthenticated("session.invalid");
  const actor = await actorOf(session);
  if (!toSetUp) needSetUp(actor);
  return actor;
}

/** The actor of an API token; throws unauthenticated with one of the four texts of R021–R024. */
export async function actorOfToken(jwt: string): Promise<Actor> {
  try {
    await verified(jwt);
  } catch (error) {
    throw unauthenticated(error instanceof errors.JWTExpired ? "session.expired" : "session.invalid");
  }
  const session = await findSession(hashToken(jwt), "token");
  if (!session) throw unauthenticated("session.invalid");
  const actor = await actorOf(session);
  needSetUp(actor);
  return actor;
}

/** Refuses a token that no key of the ring has signed. */
async function verified(jwt: string) {
  let refusal: unknown;
  for (const key of tokenKeys()) {
    try {
      return await jwtVerify(jwt, key, { algorithms: ["HS256"], currentDate: now() });
    } catch (error) {
      refusal = error;
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) break;
    }
  }
  throw refusal;
}

async function actorOf(session: SessionRow): Promise<Actor> {
  const { id: sessionId, kind, subject_id: subjectId, ended, ended_because, expired } = session;
  if (ended) throw unauthenticated(endings[ended_because ?? "other"]);
  if (expired) throw unauthenticated("session.expired");
  switch (kind) {
    case "center":
      return { kind, centerId: subjectId, sessionId, deskLoginId: session.desk_login_id ?? undefined };
    case "onboarder":
      return { kind, onboarderId: subjectId, sessionId };
    case "technician":
      return { kind, technicianId: subjectId, sessionId };
    case "admin":
      return actorFrom(session.admin_id === null ? undefined : (session as AdminRecord), sessionId);
  }
}
