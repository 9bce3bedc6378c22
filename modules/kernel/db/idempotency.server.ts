import { sql } from "kysely";
import { fromNow, hour, now } from "../clock.ts";
import { hashToken, seal, sealedMark, unseal } from "../crypto.server.ts";
import { DomainError, invalid } from "../errors.ts";
import { endingWith, rows } from "./db.server.ts";

/*
 * A request with an idempotency key takes effect once. The key's row is written in the same transaction as the effect,
 * so a row means the effect is committed, and no row means the caller may start: a key is never left locked by a crash.
 */

/**
 * How long a key is remembered, in milliseconds; after that it counts as new. The nightly clean-up deletes the rows.
 */
export const keyLifeMs = 24 * hour;

export type StoredReply = { status: number; body: unknown };

type KeyedRequest = {
  /** The caller the key belongs to: the same key of another caller is unrelated. */
  caller: string;
  key: string;
  /**
   * The whole request; a different request under the same key is refused. Left out where a repeat gets the first answer
   * whatever it sends.
   */
  request?: string;
};

/** What is stored with the key in the effect's transaction: the whole answer, or a reference `again` builds it from. */
type StoredAnswer = { reply: StoredReply } | { made: string };

type Act = {
  /** Performs the effect and answers; an answer that is not `final` (a payment still being confirmed) is not stored. */
  run: (effect: <T>(work: () => Promise<T>) => Promise<T>) => Promise<StoredReply & { final?: boolean }>;
  /**
   * Called at the end of the first transaction `effect` opens, with its result. Without it the answer is stored after
   * the commit, which is enough for effects that may safely run twice.
   */
  keep?: (result: unknown) => StoredAnswer | undefined;
  /** Builds the answer from the stored reference when the process died before storing the answer. */
  again?: (made: string) => Promise<StoredReply>;
};

type Answer = StoredReply & {
  /** True when this is the answer to an earlier request and nothing was done now. */
  again: boolean;
  /** Present when this is the answer to an equal request that was under way at the same time. */
  shared?: true;
};

/** Another process committed the same key first: our transaction rolls back. */
class DoneMeanwhile extends Error {}

/** Keys this process is working on: concurrent requests with the same key share the answer. */
const working = new Map<string, { request: string; answer: Promise<Answer> }>();

/**
 * Perform an effect once per caller and key, across all processes and concurrent requests; everybody gets the same
 * answer for 24 hours. A refusal stores nothing, so a retry is judged anew. Refuses another request under the same key:
 * invalid("error.idempotencyBody").
 */
export async function onlyOnce(keyedRequest: KeyedRequest, act: Act): Promise<Answer> {
  const id = hashToken([keyedRequest.caller, keyedRequest.key].join("\n"));
  const request = keyedRequest.request === undefined ? "" : hashToken(keyedRequest.request);
  const other = working.get(id);
  if (other) {
    if (other.request !== request) throw invalid("error.idempotencyBody");
    return { ...(await other.answer), shared: true };
  }
  const answer = answerTo(id, request, act);
  working.set(id, { request, answer });
  try {
    return await answer;
  } finally {
    working.delete(id);
  }
}

async function answerTo(id: string, request: string, act: Act): Promise<Answer> {
  const known = await find(id);
  if (known) return repeat(id, request, known, act);
  let storedAnswer: StoredAnswer | undefined;
  const effect = <T>(work: () => Promise<T>) =>
    endingWith(async (result) => {
      storedAnswer = act.keep?.(result);
      if (storedAnswer && !(await write(id, request, storedAnswer))) throw new DoneMeanwhile();
    }, work);
  try {
    const { final = true, ...reply } = await act.run(effect);
    if (storedAnswer && "reply" in storedAnswer) return { ...storedAnswer.reply, again: false };
    return final ? await settle(id, request, reply) : { ...reply, again: false };
  } catch (error) {
    // The refusal may come from another process having done it a moment ago: then its answer is the answer.
    const done = error instanceof DoneMeanwhile || error instanceof DomainError ? await find(id) : undefined;
    if (done) return repeat(id, request, done, act);
    throw error;
  }
}

type Row = { request_hash: string; made: string | null; status: number | null; body: string | null };

async function repeat(id: string, request: string, row: Row, act: Act): Promise<Answer> {
  if (row.request_hash !== request) throw invalid("error.idempotencyBody");
  if (row.status !== null) return stored(row);
  if (!act.again) throw new Error("a key was kept without an answer");
  return { ...(await settle(id, request, await act.again(row.made ?? ""))), again: true };
}

/** The stored answer is sealed, because it can hold personal data and documents that its caller may see. */
const stored = ({ status, body }: Row): Answer => ({
  status: status!,
  body: JSON.parse(body!.startsWith(sealedMark) ? unseal(body!) : body!),
  again: true,
});

const find = async (id: string): Promise<Row | undefined> =>
  (
    await rows<Row>(
      sql`select request_hash, made, status, body from idempotency_keys where id = ${id} and created_at > ${fromNow(-keyLifeMs)}`,
    )
  )[0];

/** Stores the answer, unless another request stored one first: then that one is returned. */
async function settle(id: string, request: string, reply: StoredReply): Promise<Answer> {
  if (await write(id, request, { reply }, { lost: true })) return { ...reply, again: false };
  const first = await find(id);
  if (!first) return { ...reply, again: false };
  if (first.request_hash !== request) throw invalid("error.idempotencyBody");
  return stored(first);
}

/** Writes a key's row in the running transaction, replacing an expired one or (with `lost`) one without an answer. */
async function write(id: string, request: string, storedAnswer: StoredAnswer, { lost = false } = {}): Promise<boolean> {
  const made = "made" in storedAnswer ? storedAnswer.made : null;
  const { status, body } = "reply" in storedAnswer ? storedAnswer.reply : { status: null, body: null };
  const written = await rows(
    sql`insert into idempotency_keys as k (id, request_hash, made, status, body, created_at)
     values (${id}, ${request}, ${made}, ${status}, ${status === null ? null : seal(JSON.stringify(body ?? null))}, ${now()})
     on conflict (id) do update set request_hash = excluded.request_hash, made = coalesce(excluded.made, k.made),
       status = excluded.status, body = excluded.body, created_at = excluded.created_at
     where k.created_at <= ${fromNow(-keyLifeMs)} or (${lost}::boolean and k.status is null and k.request_hash = excluded.request_hash)
     returning 1`,
  );
  return written.length > 0;
}
