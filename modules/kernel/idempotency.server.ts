import { setTimeout as pause } from "node:timers/promises";
import { now } from "./clock.ts";
import { hashToken } from "./crypto.server.ts";
import { pool } from "./db.server.ts";
import { conflict, DomainError, invalid } from "./errors.ts";

export type StoredReply = { status: number; body: unknown };

/** A reply as an act gives it; one that is not `final` (a payment still being confirmed) is given and not kept. */
type Reply = StoredReply & { final?: boolean };

const waitMs = 50;
const patienceMs = 25_000;

/**
 * Do something once per caller and Idempotency-Key: the first request works, every other one with the same key and
 * body gets the same reply; another body is refused. A first request that was cut off leaves the key taken: it may
 * have had its effect, so it is never done twice.
 */
export async function onlyOnce(
  caller: string,
  idempotencyKey: string,
  request: string,
  act: () => Promise<Reply>,
): Promise<StoredReply> {
  const requestHash = hashToken(request);
  const { rowCount } = await pool().query(
    `insert into idempotency_keys (caller, key, request_hash, created_at) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [caller, idempotencyKey, requestHash, now()],
  );
  if (rowCount === 1) {
    try {
      const { final = true, ...reply } = await act();
      if (!final) {
        await release(caller, idempotencyKey);
        return reply;
      }
      await pool().query(`update idempotency_keys set status = $3, body = $4 where caller = $1 and key = $2`, [
        caller,
        idempotencyKey,
        reply.status,
        JSON.stringify(reply.body),
      ]);
      return reply;
    } catch (error) {
      // A refusal changed nothing, so the key is free again; after anything else nobody knows, so it stays taken.
      if (!(error instanceof DomainError)) throw error;
      await release(caller, idempotencyKey);
      throw error;
    }
  }
  for (let waited = 0; waited < patienceMs; waited += waitMs) {
    const { rows } = await pool().query<{ request_hash: string; status: number | null; body: unknown }>(
      "select request_hash, status, body from idempotency_keys where caller = $1 and key = $2",
      [caller, idempotencyKey],
    );
    const stored = rows[0];
    if (!stored) return onlyOnce(caller, idempotencyKey, request, act);
    if (stored.request_hash !== requestHash) throw invalid("error.idempotencyBody");
    if (stored.status !== null) return { status: stored.status, body: stored.body };
    await pause(waitMs);
  }
  throw conflict("error.idempotencyBusy");
}

const release = (caller: string, idempotencyKey: string) =>
  pool().query("delete from idempotency_keys where caller = $1 and key = $2 and status is null", [
    caller,
    idempotencyKey,
  ]);
