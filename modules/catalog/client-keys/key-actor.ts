import { sql } from "kysely";
import { networkOf } from "#modules/access/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { fromNow, minute, now } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { type QuotaLeft, unauthenticated } from "#modules/kernel/errors.ts";
import { type KeyScope, scopePermission } from "./input.ts";
import { hashOfNone, keyHolds, prefixOf } from "./key-text.ts";

type KeyRow = {
  id: string;
  client_id: string;
  family_id: string;
  name: string;
  key_hash: string;
  scopes: KeyScope[];
  over: boolean;
  long_unseen: boolean;
};

/** The precision of the recorded last use. */
const seenMs = minute;
/** Keys are not guessed; this keeps those who try from keeping the database busy. */
const wrongKeys = { name: "wrong-client-key", points: 60, seconds: 60, onFailure: "open" } as const;
/** What one key may ask in a minute, over all its calls. */
const callLimit = { name: "client-key", points: 600, seconds: 60, onFailure: "open" } as const;

/**
 * The actor of a client's key: an admin of that client with the permissions of the key's scopes and no others. It is
 * looked up with every call, so that a revoked key, and any key of a client that is deleted or inactive, ends at once.
 * Its `sessionId` is the same for a key and the ones that replace it, so that a call repeated with the new key is done
 * once. `counted` takes what is left of its calls, undefined when they could not be counted. Refuses with
 * `session.invalid`, `clientKey.over`, and above 600 calls a minute.
 */
export async function actorOfKey(
  key: string,
  address: string,
  counted?: (left: QuotaLeft | undefined) => void,
): Promise<ActorOf<"admin">> {
  const prefix = prefixOf(key);
  const storedKey = prefix
    ? await row<KeyRow>(
        sql`select k.id, k.client_id, k.family_id, k.name, k.key_hash, k.scopes,
                (k.revoked_at is not null or coalesce(k.expires_at <= ${now()}, false)
                  or c.deleted_at is not null or not c.is_active) as over,
                (k.last_used_at is null or k.last_used_at <= ${fromNow(-seenMs)}) as long_unseen
           from client_keys k join clients c on c.id = k.client_id where k.prefix = ${prefix}`,
      )
    : undefined;
  const holds = keyHolds(key, storedKey?.key_hash ?? hashOfNone);
  if (!storedKey || !holds) {
    await countUse(wrongKeys, networkOf(address));
    throw unauthenticated("session.invalid");
  }
  if (storedKey.over) throw unauthenticated("clientKey.over");
  const left = await countUse(callLimit, storedKey.family_id);
  counted?.(left);
  if (storedKey.long_unseen) await rows(sql`update client_keys set last_used_at = ${now()} where id = ${storedKey.id}`);
  return actorFor(storedKey);
}

/**
 * The actor behind background work that a client's key began: the newest of its family that works now. Undefined where
 * no key has this family, refused with `clientKey.over` where none of them works any more.
 */
export async function keyNow(familyId: string): Promise<ActorOf<"admin"> | undefined> {
  const newest = await row(
    sql<Named & { over: boolean }>`select k.id, k.client_id, k.family_id, k.name, k.scopes,
            (k.revoked_at is not null or coalesce(k.expires_at <= ${now()}, false)
              or c.deleted_at is not null or not c.is_active) as over
       from client_keys k join clients c on c.id = k.client_id
      where k.family_id = ${familyId} order by over, k.created_at desc, k.id desc limit 1`,
  );
  if (newest?.over) throw unauthenticated("clientKey.over");
  return newest && actorFor(newest);
}

type Named = Pick<KeyRow, "id" | "client_id" | "family_id" | "name" | "scopes">;

const actorFor = ({ id, client_id, family_id, name, scopes }: Named): ActorOf<"admin"> => ({
  kind: "admin",
  adminId: id,
  name,
  role: "CLIENT",
  permissions: [...new Set(scopes.map((scope) => scopePermission[scope]))],
  clientId: client_id,
  sessionId: family_id,
  keyId: id,
  keyScopes: scopes,
});
