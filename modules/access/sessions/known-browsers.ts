import { day, now } from "#modules/kernel/clock.ts";
import { hashToken, randomToken } from "#modules/kernel/crypto.server.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import type { SignedInKind } from "./sessions.ts";

/*
 * A browser in which the account was signed in before is "known": its tries are counted separately from strangers', so
 * that strangers cannot lock it out. Being known grants no access.
 */

/** How long after the end of its session a browser stays known. */
export const knownBrowserLifeMs = 90 * day;

/**
 * The session the account has or had in this browser, however it ended, except when its login was closed or deleted.
 */
export async function earlierSession(
  sessions: readonly string[] | undefined,
  kind: SignedInKind,
  subjectId: string | undefined,
): Promise<string | undefined> {
  if (!sessions?.length) return undefined;
  const browserSessions = await rows<{ id: string; subject_id: string | null }>(
    `select id, subject_id from sessions
     where token_hash = any($1) and kind = $2 and ended_because is null order by created_at desc`,
    [sessions, kind],
  );
  return browserSessions.find(({ subject_id }) => subject_id !== null && subject_id === subjectId)?.id;
}

/** Whose session this is or was, however it ended, except when its login was closed or deleted. */
export async function accountOf(kind: SignedInKind, tokenHash: string): Promise<string | undefined> {
  const session = await row<{ subject_id: string }>(
    `select subject_id from sessions
     where token_hash = $1 and kind = $2 and via = 'cookie' and ended_because is null`,
    [tokenHash, kind],
  );
  return session?.subject_id;
}

/** Make a browser known that proved the account's phone without signing in; returns the token hash for its cookie. */
export async function knowBrowser(kind: SignedInKind, subjectId: string, address: string): Promise<string> {
  const tokenHash = hashToken(randomToken());
  await rows(
    `insert into sessions (id, kind, subject_id, token_hash, via, address, created_at, expires_at, ended_at)
     values ($1, $2, $3, $4, 'cookie', $5, $6, $6, $6)`,
    [rowId(), kind, subjectId, tokenHash, address, now()],
  );
  return tokenHash;
}
