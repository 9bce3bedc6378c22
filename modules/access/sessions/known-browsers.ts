import { sql } from "kysely";
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
 * The session the account, or the person of a center's desk, has or had in this browser, however it ended, except when
 * its login was closed or deleted.
 */
export async function earlierSession(
  sessions: readonly string[] | undefined,
  kind: SignedInKind,
  subjectId: string | undefined,
  deskLoginId?: string | null,
): Promise<string | undefined> {
  if (!sessions?.length) return undefined;
  const browserSessions = await rows<{ id: string; subject_id: string | null }>(
    sql`select id, subject_id from sessions
     where token_hash = any(${sessions}) and kind = ${kind} and ended_because is null
       and desk_login_id is not distinct from ${deskLoginId ?? null}::uuid order by created_at desc`,
  );
  return browserSessions.find(({ subject_id }) => subject_id !== null && subject_id === subjectId)?.id;
}

/** Whose session this is or was, of a center's desk the person's, however it ended, except when its login was closed or deleted. */
export async function accountOf(kind: SignedInKind, tokenHash: string): Promise<string | undefined> {
  const session = await row<{ subject_id: string }>(
    sql`select coalesce(desk_login_id, subject_id) as subject_id from sessions
     where token_hash = ${tokenHash} and kind = ${kind} and via = 'cookie' and ended_because is null`,
  );
  return session?.subject_id;
}

/** An account that is or was signed in in a browser; of a center's desk the center. */
export type KnownAccount = { kind: SignedInKind; id: string };

/** The accounts of the sessions a browser has or had, however they ended. */
export const knownAccounts = async (tokenHashes: readonly string[]): Promise<KnownAccount[]> =>
  tokenHashes.length === 0
    ? []
    : rows(
        sql<KnownAccount>`select distinct kind, subject_id as id from sessions
          where token_hash = any(${[...tokenHashes]}::text[]) and kind <> 'visitor' and subject_id is not null`,
      );

/** Make a browser known that proved the account's phone without signing in; returns the token hash for its cookie. */
export async function knowBrowser(kind: SignedInKind, subjectId: string, address: string): Promise<string> {
  const tokenHash = hashToken(randomToken());
  const at = now();
  await rows(
    sql`insert into sessions (id, kind, subject_id, token_hash, via, address, created_at, expires_at, ended_at)
     values (${rowId()}, ${kind}, ${subjectId}, ${tokenHash}, 'cookie', ${address}, ${at}, ${at}, ${at})`,
  );
  return tokenHash;
}
