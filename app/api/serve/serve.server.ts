import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { freshNeed, needFreshCall } from "#app/http/doors/fresh.server.ts";
import { needAt } from "#app/http/doors/gate.ts";
import { countAsk } from "#app/http/doors/use-limit.server.ts";
import { WholeAnswer } from "#app/http/process/whole-answer.ts";
import { fieldsOf, lastOf } from "#app/http/request/bounds.ts";
import { type Door, type DoorArgs, openDoor } from "#app/http/request/door.server.ts";
import { tokenOf } from "#app/http/session/session.server.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { unitOfWork } from "#modules/kernel/db/db.server.ts";
import { onlyOnce } from "#modules/kernel/db/idempotency.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import {
  DomainError,
  denied,
  type FieldErrors,
  missing,
  type QuotaLeft,
  quotaHeaders,
  waitOf,
  wrongMethod,
} from "#modules/kernel/errors.ts";
import { log } from "#modules/kernel/log.server.ts";
import { say } from "#modules/messages/index.ts";
import type { Call } from "../line/call.server.ts";
import { fromWire, toWireFields } from "../line/wire.ts";
import { type Counted, callerOf } from "./caller.server.ts";
import { type Envelope, refusal, unexpected, unreadable } from "./envelope.ts";
import { type FindLine, findLine, type LineMatch } from "./match.ts";
import { refuseUnknownWords, UnknownWords } from "./query-words.ts";
import { readJson, readUpload } from "./read.server.ts";
import { codesOf } from "./refusal-codes.ts";

/**
 * Answers one API call: finds the line, admits, reads, parses, runs, presents, wraps. Nothing else interprets the
 * table; `find` looks lines up in another one.
 */
export async function serve(args: DoorArgs, find: FindLine = findLine): Promise<Response> {
  const door = openDoor(args);
  const requestId = door.requestId;
  const called = door.url.pathname.replace(/^\/api\//i, "");
  const match = find(door.request.method, called);
  door.know(match ? `/api/${match.path}` : "/api/*");
  const quotas = new Map(door.concurrent ? [[door.concurrent.quota.name, door.concurrent]] : []);
  const counted = (left: QuotaLeft | undefined) => left && quotas.set(left.quota.name, left);
  const limits = () => setAll(door.headers, quotaHeaders([...quotas.values()]));
  try {
    if (!match) throw unmatchedError(find.methodsAt(called), door);
    const envelope = await unitOfWork(() => answer(match, door, counted));
    limits();
    return wrapped(envelope, door.headers);
  } catch (error) {
    const rename = (fields: FieldErrors) =>
      match && !(error instanceof UnknownWords) ? toWireFields(match.line.input, fields) : fields;
    const known = refusal(error, requestId, rename);
    if (known && match && env.nodeEnv === "test") asListed(match.line, door.request.method, known);
    if (!known) log.error({ err: error, requestId, call: match?.path }, "call failed");
    const wait = error instanceof DomainError ? waitOf(error) : undefined;
    if (wait) door.headers.set("retry-after", String(wait.seconds));
    counted(wait?.used);
    limits();
    return wrapped(known ?? unexpected(requestId), door.headers);
  }
}

/** The refusal of a request that is no call: its path has none, or has one by other methods, which `Allow` names. */
function unmatchedError(methods: readonly string[], { headers }: Door) {
  if (methods.length === 0) return missing("api.noSuchCall");
  headers.set("allow", methods.join(", "));
  return wrongMethod("api.otherMethod", { methods: methods.join(", ") });
}

const setAll = (headers: Headers, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) headers.set(name, value);
};

async function answer({ line, path, params }: LineMatch, door: Door, counted: Counted) {
  const { actor, keyRefusal } = await callerOf(line, door, counted);
  // Whether a center's desk may make it, `as` says.
  if (actor.kind === "admin") needAt(actor, line.can);
  counted(await countAsk(line.limit, actor, door.address));
  const { request } = door;
  const queryFields = fieldsOf(door.url.search.slice(1));
  if (line.own || (actor.kind === "admin" && actor.keyId)) refuseUnknownWords(line, queryFields.keys());
  const writes = request.method !== "GET";

  const upload = line.file ? await readUpload(door, actor, { field: line.file, bytes: line.largest }) : undefined;
  try {
    const sent = upload ? upload.fields : writes ? await readJson(door) : {};
    const wired = fromWire(line.input, { ...lastOf(queryFields), ...sent, ...params });
    // An address is logged and remembered: it is no place for a proof.
    if (line.proof) wired.proof = proofSent(writes ? wired.proof : undefined, request);
    const parsed = line.input.schema.safeParse(wired);
    if (!parsed.success) throw unreadable(parsed.error);
    const input = upload ? { ...(parsed.data as object), upload: upload.file } : parsed.data;

    const run = async () => {
      try {
        return await line.run(actor, input, door);
      } catch (error) {
        // What the public is not told, a program is not told for what its key lacks.
        throw keyRefusal && isNoSession(error) ? keyRefusal : error;
      }
    };
    const envelope = (result: unknown) => enveloped(line, result, door.requestId);
    // Only a new call needs a code: a stored answer is given again without a second one.
    const fresh = async () => {
      const kind = await freshNeed(line, input);
      if (kind) await needFreshCall(actor, door, { byToken: Boolean(tokenOf(request)), kind });
    };
    const key = request.headers.get("idempotency-key");
    if (!line.once || !key) {
      await fresh();
      return envelope(await run());
    }
    const whole = JSON.stringify(wired) + (upload?.file ? await digestOf(upload.file.path) : "");
    const act = keyed(line, line.once, { run, input, envelope });
    const caller = `${callerName(actor, wired.proof, whole)} ${path}`;
    const { body, again, shared } = await onlyOnce(
      { caller, key, request: whole },
      {
        ...act,
        run: async (effect) => {
          await fresh();
          return act.run(effect);
        },
      },
    );
    if (again || shared) door.headers.set("idempotent-replayed", "true");
    // A stored failure carries the id of the request that caused it; each repeat gets its own.
    return (body as Envelope).requestId ? { ...(body as Envelope), requestId: door.requestId } : (body as Envelope);
  } finally {
    await upload?.discard();
  }
}

function enveloped(line: Call, result: unknown, requestId: string): Envelope {
  const data = line.reply(result);
  if (env.nodeEnv === "test") asDeclared(line, data);
  const { key, params } = line.say(result);
  const extra = line.bare && data && typeof data === "object" ? data : {};
  const next = line.next && { next: line.next(result) };
  const envelope = { status: 200, message: say(key, params), data, ...next };
  if (line.failed(result)) return { ...envelope, success: 0, code: key, requestId };
  return { ...extra, ...envelope, success: 1 };
}

/** Checks every answer against its schema in tests; production skips that for speed. */
function asDeclared({ answer, summary }: Call, data: unknown) {
  const { error } = answer.safeParse(data);
  if (error)
    throw new Error(`'${summary}' answers something else than it says:\n${z.prettifyError(error)}`, { cause: error });
}

/** Checks in tests that a refusal is among those the line declares. */
function asListed(line: Call, method: string, { status, code }: Envelope) {
  if (codesOf(line, method !== "GET")[status]?.some((listed) => listed === code)) return;
  throw new Error(`'${line.summary}' refuses with ${status} ${code}, which its line does not declare`);
}

/** R7: how a line is made idempotent: what is stored with the key in its transaction, and how a lost answer is rebuilt. */
function keyed(
  line: Call,
  once: NonNullable<Call["once"]>,
  { run, input, envelope }: { run: () => Promise<unknown>; input: unknown; envelope: (result: unknown) => Envelope },
): Parameters<typeof onlyOnce>[1] {
  const answer = (result: unknown) => {
    const body = envelope(result);
    // A call that did not succeed may succeed later under the same key.
    return { status: body.status, body, final: body.success === 1 };
  };
  if (once === "as often as asked") return { run: async () => answer(await run()) };
  if (once !== "in its transaction") {
    return {
      run: async (effect) => answer(await effect(run)),
      keep: (result) => ({ made: once.made(result) }),
      again: async (made) => answer(await once.again(made, input)),
    };
  }
  // A verb that finds its work already done, as after a lost answer, opens no transaction.
  let committed: { result: unknown } | undefined;
  return {
    run: async (effect) => {
      const result = await effect(run);
      if (committed && result !== committed.result)
        throw new Error(`'${line.summary}' answers something else than its transaction's result`);
      return answer(result);
    },
    keep: (result) => {
      committed = { result };
      // A verb that commits and then refuses (a counted wrong code) returns its refusal from the transaction.
      return result instanceof DomainError ? undefined : { reply: answer(result) };
    },
  };
}

const isNoSession = (error: unknown) => error instanceof DomainError && error.key === "session.invalid";

/** The hash of an uploaded file: two uploads are the same request when their bytes are. */
const digestOf = async (file: string) => {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
};

/**
 * The proof sent with a call, in its body or as `x-otp-proof`; an empty one counts as none. Two different ones are
 * refused, because they do not say who is asking.
 */
function proofSent(inBody: unknown, { headers }: Request): unknown {
  const [first, second] = [inBody, headers.get("x-otp-proof")]
    .map((sent) => (typeof sent === "string" ? sent.trim() : sent))
    .filter((sent) => sent !== undefined && sent !== null && sent !== "");
  if (second !== undefined && first !== second) throw denied("otp.proofNeeded");
  return first;
}

/**
 * The caller an idempotency key belongs to: a session; for the public, visitor and proof together, which nobody else
 * has and which stay the same when a phone changes its network. A caller with neither is identified by the whole
 * request, because many callers share an address: its stored answer is only for someone who sends exactly the same.
 */
function callerName(actor: Actor, proof: unknown, request: string) {
  if (actor.kind === "system") return actor.kind;
  if (actor.kind !== "anyone") return `${actor.kind}:${actor.sessionId}`;
  const { visitorId } = actor;
  return visitorId || proof ? `anyone:${JSON.stringify([visitorId ?? null, proof ?? null])}` : `anyone:${request}`;
}

function wrapped(envelope: Envelope, headers: Headers) {
  headers.set("cache-control", "no-store");
  headers.set("content-type", "application/json");
  return new WholeAnswer(JSON.stringify(envelope), { status: envelope.status, headers });
}
