import { fromNow, hour, now } from "./clock.ts";
import { hashToken } from "./crypto.server.ts";
import { riding, rows } from "./db.server.ts";
import { DomainError, invalid } from "./errors.ts";

/*
 * What is asked for under a key is done once. The key's row is written by the very transaction that has the effect, so
 * whoever finds it finds the effect too, and whoever does not may begin: there is no key that is taken and no more.
 */

/** How long a key is remembered, in milliseconds; after that it is a new one. The nightly clean-up deletes the rows. */
export const keyLifeMs = 24 * hour;

export type StoredReply = { status: number; body: unknown };

type Asked = {
  /** Whose key it is: the same key of somebody else is another one. */
  caller: string;
  key: string;
  /** All that was sent; another request under the key is refused. Left out where a second one is told of the first. */
  request?: string;
};

/** What stands with the key in the effect's transaction: the whole answer, or what `again` makes the answer from. */
type Kept = { reply: StoredReply } | { made: string };

type Act = {
  /** Does it and answers; an answer that is not `final` (a payment still being confirmed) is given and not kept. */
  run: (effect: <T>(work: () => Promise<T>) => Promise<T>) => Promise<StoredReply & { final?: boolean }>;
  /**
   * Asked at the end of the first transaction `effect` opens, with its result. Without it the answer is kept when it
   * is there, which is enough for what may be run as often as one likes.
   */
  keep?: (result: unknown) => Kept | undefined;
  /** The answer to what was made, when the first one's was lost with its process. */
  again?: (made: string) => Promise<StoredReply>;
};

type Answer = StoredReply & {
  /** Nothing was done now: this is what an earlier request was answered. */
  again: boolean;
};

/** Somebody else has had the effect while we were at it: ours is rolled back. */
class DoneMeanwhile extends Error {}

/** Keys this process is working at: whoever comes with one of them meanwhile gets the same answer. */
const working = new Map<string, { request: string; answer: Promise<Answer> }>();

/**
 * Do something once for a caller's key, however many ask at the same moment, in however many processes: one effect,
 * and everybody gets its answer for 24 hours. A refusal changed nothing and keeps nothing: asked again, it is judged
 * anew. Refuses another request under the same key: invalid("error.idempotencyBody").
 */
export async function onlyOnce(asked: Asked, act: Act): Promise<Answer> {
  const id = hashToken([asked.caller, asked.key].join("\n"));
  const request = asked.request === undefined ? "" : hashToken(asked.request);
  const other = working.get(id);
  if (other) {
    if (other.request !== request) throw invalid("error.idempotencyBody");
    return other.answer;
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
  let kept: Kept | undefined;
  const effect = <T>(work: () => Promise<T>) =>
    riding(async (result) => {
      kept = act.keep?.(result);
      if (kept && !(await write(id, request, kept))) throw new DoneMeanwhile();
    }, work);
  try {
    const { final = true, ...reply } = await act.run(effect);
    if (kept && "reply" in kept) return { ...kept.reply, again: false };
    return final ? await settle(id, request, reply) : { ...reply, again: false };
  } catch (error) {
    // Refused, perhaps, because another process has done it a moment ago.
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

const stored = ({ status, body }: Row): Answer => ({ status: status!, body: JSON.parse(body!), again: true });

const find = async (id: string): Promise<Row | undefined> =>
  (
    await rows<Row>("select request_hash, made, status, body from idempotency_keys where id = $1 and created_at > $2", [
      id,
      fromNow(-keyLifeMs),
    ])
  )[0];

/** Keep the answer, unless somebody's stands there already: then that is everybody's. */
async function settle(id: string, request: string, reply: StoredReply): Promise<Answer> {
  if (await write(id, request, { reply }, { lost: true })) return { ...reply, again: false };
  const first = await find(id);
  if (!first) return { ...reply, again: false };
  if (first.request_hash !== request) throw invalid("error.idempotencyBody");
  return stored(first);
}

/** Write a key's row in the running transaction, over one that is too old (or, with `lost`, has no answer yet). */
async function write(id: string, request: string, kept: Kept, { lost = false } = {}): Promise<boolean> {
  const made = "made" in kept ? kept.made : null;
  const { status, body } = "reply" in kept ? kept.reply : { status: null, body: null };
  const written = await rows(
    `insert into idempotency_keys as k (id, request_hash, made, status, body, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set request_hash = excluded.request_hash, made = coalesce(excluded.made, k.made),
       status = excluded.status, body = excluded.body, created_at = excluded.created_at
     where k.created_at <= $7 or ($8::boolean and k.status is null and k.request_hash = excluded.request_hash)
     returning 1`,
    [
      id,
      request,
      made,
      status,
      status === null ? null : JSON.stringify(body ?? null),
      now(),
      fromNow(-keyLifeMs),
      lost,
    ],
  );
  return written.length > 0;
}
