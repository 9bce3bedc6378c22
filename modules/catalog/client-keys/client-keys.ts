import { type Kysely, sql } from "kysely";
import { adminNames, usersOff } from "#modules/access/index.ts";
import { type Actor, actorId, isClient } from "#modules/kernel/actor.ts";
import { day, fromNow, now } from "#modules/kernel/clock.ts";
import { kysely, row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { existingClient } from "../clients/clients.ts";
import { may, needMay } from "../policy.ts";
import {
  type ClientKey,
  type CreateKey,
  type KeyRef,
  type KeyScope,
  type KeyState,
  keyScopes,
  type MadeKey,
  type RotateKey,
} from "./input.ts";
import { newKey } from "./key-text.ts";

/** More programs than one client has; a forgotten key is better ended than kept. */
const mostLiving = 20;
/** Keys that ended are shown for three months. */
const shownAfterEndMs = 90 * day;
const mostShown = 100;

const overlapMs = { now: 0, day, week: 7 * day } as const;

type KeyRow = {
  id: string;
  client_id: string;
  family_id: string;
  name: string;
  prefix: string;
  scopes: KeyScope[];
  created_kind: "client" | "operator" | "system";
  created_by: string | null;
  created_at: string;
  expires_at: string | null;
  rotated_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
};

const toInstant = (text: string | null) => (text === null ? null : new Date(text));

/** What becomes of a key now. */
function stateOf({ expires_at, rotated_at, revoked_at }: KeyRow): KeyState {
  if (revoked_at) return "revoked";
  if (expires_at && new Date(expires_at) <= now()) return "expired";
  return rotated_at ? "ending" : "active";
}

const works = (key: KeyRow) => ["active", "ending"].includes(stateOf(key));

/** A client's keys, and what the reader may do with them. */
export type KeysOfClient = {
  client: { id: string; clientName: string };
  keys: ClientKey[];
  /** The scopes the reader may give a new key; none for who only reads. */
  mayGive: KeyScope[];
  /** Whether the reader may end keys. */
  mayEnd: boolean;
};

/**
 * A client's keys, newest first; those that ended for three months. Who of the house made one is not told to the
 * client. Refuses with `permission.denied`, and `client.notFound` for a foreign client.
 */
export async function keysOf(actor: Actor, clientId: string): Promise<KeysOfClient> {
  needMay(actor, "seeKeys", clientId);
  const { id, clientName } = await existingClient(clientId);
  const endedSince = fromNow(-shownAfterEndMs);
  const keys = await rows<KeyRow>(
    sql`select id, client_id, family_id, name, prefix, scopes, created_kind, created_by, created_at, expires_at, rotated_at,
            revoked_at, last_used_at
       from client_keys where client_id = ${clientId} and coalesce(revoked_at, expires_at, ${endedSince}::timestamptz) >= ${endedSince}::timestamptz
      order by created_at desc, id desc limit ${sql.lit(mostShown)}`,
  );
  const makers = keys.flatMap(({ created_by }) => created_by ?? []);
  const names = await adminNames(makers);
  const off = await usersOff(makers);
  const ofClient = isClient(actor);
  const keeps = may(actor, "keepKeys", { clientId });
  return {
    client: { id, clientName: nameFor(actor, clientName) },
    keys: keys.map((each) => ({
      id: each.id,
      name: each.name,
      prefix: each.prefix,
      scopes: each.scopes,
      state: stateOf(each),
      createdAt: new Date(each.created_at),
      by: {
        kind: each.created_kind,
        name: ofClient && each.created_kind === "operator" ? null : (names.get(each.created_by ?? "") ?? null),
      },
      makerOff: works(each) && off.has(each.created_by ?? ""),
      expiresAt: toInstant(each.expires_at),
      revokedAt: toInstant(each.revoked_at),
      lastUsedAt: toInstant(each.last_used_at),
    })),
    mayGive: keeps ? keyScopes.filter((scope) => may(actor, "giveScope", scope)) : [],
    mayEnd: keeps,
  };
}

/**
 * Make a key for a client's program. The key is in the answer alone: only its hash is kept. Refuses with
 * `clientKey.tooMany`, and a scope a client's admin does not hold.
 */
export const createKey = (actor: Actor, input: CreateKey): Promise<MadeKey> =>
  transaction(async () => {
    needMay(actor, "keepKeys", input);
    await existingClient(input.clientId, { lock: true });
    await needRoom(input.clientId);
    const expiresAt = input.expires === "never" ? null : fromNow(Number(input.expires) * day);
    const made = await insert(actor, { ...input, expiresAt });
    await recordKey(actor, input.clientId, "client.keyCreated", made, { scopes: input.scopes.join(" ") });
    return made;
  });

/**
 * Put a new key in the place of one, with its name, scopes and length of life. The old one works on for a day or a week,
 * or ends at once. Refuses one that ended (`clientKey.over`) or was replaced before (`clientKey.replaced`).
 */
export const rotateKey = (actor: Actor, { keyId, overlap }: RotateKey): Promise<MadeKey> =>
  transaction(async () => {
    const old = await lockedKey(actor, keyId);
    needMay(actor, "keepKeys", { clientId: old.client_id, scopes: old.scopes });
    const state = stateOf(old);
    if (state === "ending") throw conflict("clientKey.replaced");
    if (state !== "active") throw conflict("clientKey.over");
    const expiresAt = old.expires_at
      ? fromNow(new Date(old.expires_at).getTime() - new Date(old.created_at).getTime())
      : null;
    const { name, scopes, client_id: clientId, family_id: familyId } = old;
    const made = await insert(actor, { clientId, name, scopes, expiresAt, familyId });
    const until = fromNow(overlapMs[overlap]);
    await rows(
      sql`update client_keys set rotated_at = ${now()}, expires_at = least(coalesce(expires_at, ${until}), ${until}) where id = ${keyId}`,
    );
    await recordKey(actor, clientId, "client.keyRotated", made, { replaces: old.prefix, overlap });
    return made;
  });

/** End a key at once; ending it again changes nothing. */
export const revokeKey = (actor: Actor, { keyId }: KeyRef): Promise<void> =>
  transaction(async () => {
    const key = await lockedKey(actor, keyId);
    needMay(actor, "keepKeys", { clientId: key.client_id });
    if (key.revoked_at) return;
    await rows(sql`update client_keys set revoked_at = ${now()} where id = ${keyId}`);
    await recordKey(actor, key.client_id, "client.keyRevoked", key);
  });

/** A key that works although the user who made it is switched off or deleted. */
export type KeyOfUserOff = { client: string; name: string; prefix: string };

/** The keys of all clients that work although their makers are switched off, by client and name. */
export async function keysOfUsersOff(): Promise<KeyOfUserOff[]> {
  const working = await rows<KeyOfUserOff & { by: string }>(
    keysTable()
      .selectFrom("client_keys as k")
      .innerJoin("clients as c", "c.id", "k.client_id")
      .select(["c.client_name as client", "k.name", "k.prefix", "k.created_by as by"])
      .where("k.revoked_at", "is", null)
      .where("k.created_by", "is not", null)
      .where((of) => of.or([of("k.expires_at", "is", null), of("k.expires_at", ">", now().toISOString())]))
      .where("c.deleted_at", "is", null)
      .orderBy("c.client_name")
      .orderBy("k.name"),
  );
  const off = await usersOff(working.map(({ by }) => by));
  return working.filter(({ by }) => off.has(by)).map(({ client, name, prefix }) => ({ client, name, prefix }));
}

/** The names of keys by their ids, also of those that ended, for a history. */
export async function keyNames(ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const keys = await rows(
    keysTable()
      .selectFrom("client_keys")
      .select(["id", "name"])
      .where("id", "in", [...new Set(ids)]),
  );
  return new Map(keys.map(({ id, name }) => [id, name]));
}

type KeyColumns = Pick<KeyRow, "id" | "name" | "prefix" | "client_id" | "revoked_at" | "expires_at" | "created_by">;
type ClientColumns = { id: string; client_name: string; deleted_at: string | null };
const keysTable = () => kysely() as unknown as Kysely<{ client_keys: KeyColumns; clients: ClientColumns }>;

/** Ends every key, for a copy of the database that was brought back: some were revoked or renewed after it was made. */
export const revokeEveryKey = sql`
  update client_keys set revoked_at = now()
   where revoked_at is null and (expires_at is null or expires_at > now()) returning id`;

/** A key of a client whose keys the actor may see, locked until the transaction ends; its client before it. */
async function lockedKey(actor: Actor, keyId: string): Promise<KeyRow> {
  const key = await row<{ client_id: string }>(sql`select client_id from client_keys where id = ${keyId}`);
  if (!key) throw missing("clientKey.notFound");
  try {
    needMay(actor, "seeKeys", key.client_id);
    await existingClient(key.client_id, { lock: true });
  } catch (error) {
    // A foreign client's key is no more than one that is not there.
    throw (error as { kind?: string }).kind === "missing" ? missing("clientKey.notFound") : error;
  }
  return (await row<KeyRow>(
    sql`select id, client_id, family_id, name, prefix, scopes, created_kind, created_by, created_at, expires_at, rotated_at,
            revoked_at, last_used_at from client_keys where id = ${keyId} for update`,
  ))!;
}

/** The key with this id or beginning (`ck_1f0c22ab`), for the command line. Refuses with `clientKey.notFound`. */
export async function keyNamed(named: string): Promise<{ id: string; name: string; prefix: string }> {
  const idOrPrefix = named.trim().toLowerCase();
  const key = await row<{ id: string; name: string; prefix: string }>(
    sql`select id, name, prefix from client_keys where id::text = ${idOrPrefix} or prefix = ${idOrPrefix}`,
  );
  if (!key) throw missing("clientKey.notFound");
  return key;
}

async function needRoom(clientId: string) {
  const living = await row<{ n: number }>(
    sql`select count(*)::int as n from client_keys
      where client_id = ${clientId} and revoked_at is null and (expires_at is null or expires_at > ${now()})`,
  );
  if (living!.n >= mostLiving) throw conflict("clientKey.tooMany", { most: mostLiving });
}

type Wanted = {
  clientId: string;
  name: string;
  scopes: readonly KeyScope[];
  expiresAt: Date | null;
  familyId?: string;
};

async function insert(actor: Actor, { clientId, name, scopes, expiresAt, familyId }: Wanted): Promise<MadeKey> {
  const { key, prefix, hash } = newKey();
  const id = rowId();
  const kind = actor.kind !== "admin" ? "system" : isClient(actor) ? "client" : "operator";
  await rows(
    sql`insert into client_keys (id, client_id, family_id, name, prefix, key_hash, scopes, created_kind, created_by,
                              created_at, expires_at)
     values (${id}, ${clientId}, ${familyId ?? id}, ${name}, ${prefix}, ${hash}, ${scopes}, ${kind}, ${actorId(actor)}, ${now()}, ${expiresAt})`,
  );
  return { id, name, prefix, key, expiresAt };
}

/** The client's history names a key by its name and beginning. */
const recordKey = (
  actor: Actor,
  clientId: string,
  event: string,
  { name, prefix }: Pick<MadeKey, "name" | "prefix">,
  more: Record<string, string> = {},
) => record(actor, { subject: "catalog", id: clientId, event, data: { key: name, prefix, ...more } });
