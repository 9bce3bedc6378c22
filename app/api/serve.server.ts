import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { type Door, type DoorArgs, openDoor } from "#app/http/door.server.ts";
import { WholeAnswer } from "#app/http/whole-answer.ts";
import { networkOf } from "#modules/access/index.ts";
import { type Actor, can } from "#modules/kernel/actor.ts";
import { unitOfWork } from "#modules/kernel/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { DomainError, denied, type FieldErrors, missing } from "#modules/kernel/errors.ts";
import { onlyOnce } from "#modules/kernel/idempotency.server.ts";
import { countUse } from "#modules/kernel/limits.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { say } from "#modules/kernel/messages/index.ts";
import { answers } from "./answers.ts";
import type { AnyCall } from "./call.server.ts";
import { callerOf } from "./caller.server.ts";
import { contract } from "./contract/index.ts";
import { type Envelope, refusal, unexpected, unreadable } from "./envelope.ts";
import { findLine } from "./match.ts";
import { readJson, readQuery, readUpload } from "./read.server.ts";
import { misfits } from "./shape.ts";
import { fromWire, toWireFields } from "./wire.ts";

/** What one network may write without a session in a minute; the specific limits (OTP) stand in their modules. */
const anonymousWrites = { name: "api-anonymous", points: 120, seconds: 60, onFailure: "open" } as const;
/** What one network may look up in a minute; many people share a carrier's address. */
const lookups = { name: "api-lookup", points: 120, seconds: 60, onFailure: "open" } as const;

/** Answer one call of the API: find the line, admit, read, parse, run, present, wrap. The only interpreter of the table. */
export async function serve(args: DoorArgs): Promise<Response> {
  const door = openDoor(args);
  const requestId = door.requestId;
  const found = findLine(door.request.method, door.url.pathname.replace(/^\/api\//i, ""));
  door.know(found ? `/api/${found.path}` : "/api/*");
  const rename = (fields: FieldErrors) => (found ? toWireFields(found.line.input, fields) : fields);
  try {
    if (!found) throw missing("api.noSuchCall");
    const envelope = await unitOfWork(() => answer(found.line, found.path, found.params, door));
    return wrapped(envelope, door.headers);
  } catch (error) {
    const known = refusal(error, requestId, rename);
    if (!known) log.error({ err: error, requestId, call: found?.path }, "call failed");
    return wrapped(known ?? unexpected(requestId), door.headers);
  }
}

async function answer(line: AnyCall, path: string, params: Record<string, string>, door: Door) {
  const actor = await callerOf(line, door);
  if (line.can && !can(actor, line.can)) throw denied();
  const { request } = door;
  const writes = request.method !== "GET";
  if (writes && actor.kind === "anyone") await countUse(anonymousWrites, networkOf(door.address));
  if (line.lookup && actor.kind === "anyone") await countUse(lookups, networkOf(door.address));

  const upload = line.file ? await readUpload(request, line.file) : undefined;
  try {
    const sent = upload ? upload.fields : writes ? await readJson(door) : {};
    const wired = fromWire(line.input, { ...readQuery(door.url), ...sent, ...params });
    const parsed = line.input.schema.safeParse(wired);
    if (!parsed.success) throw unreadable(parsed.error);
    const input = upload ? { ...(parsed.data as object), upload: upload.file } : parsed.data;

    const run = () => line.run(actor as never, input, door);
    const envelope = (result: unknown) => enveloped(line, result, door.requestId);
    const key = request.headers.get("idempotency-key");
    if (!line.once || !key) return envelope(await run());
    const asked = {
      caller: `${callerName(actor, door, wired)} ${path}`,
      key,
      request: JSON.stringify(wired) + (upload?.file ? await digestOf(upload.file.path) : ""),
    };
    const { body } = await onlyOnce(asked, keyed(line, line.once, run, envelope));
    // A failure names its request, and everybody has asked one of their own.
    return (body as Envelope).requestId ? { ...(body as Envelope), requestId: door.requestId } : (body as Envelope);
  } finally {
    await upload?.discard();
  }
}

function enveloped(line: AnyCall, result: unknown, requestId: string): Envelope {
  const data = line.reply(result);
  if (env.nodeEnv === "test") asDescribed(line, data);
  const key = typeof line.say === "function" ? line.say(result) : line.say;
  const beside = line.bare && data && typeof data === "object" ? data : {};
  const next = line.next && { next: line.next(result) };
  const said = { status: 200, message: say(key), data, ...next };
  if (line.failed(result)) return { ...said, success: 0, code: key, requestId };
  return { ...beside, ...said, success: 1 };
}

const keyOf = new Map(Object.entries(contract).map(([key, line]) => [line, key]));

/** In tests every answer is held to what the documentation says of it. */
function asDescribed(line: AnyCall, data: unknown) {
  const key = keyOf.get(line) ?? line.summary;
  const wrong = misfits(JSON.parse(JSON.stringify(data)), answers[key] ?? { type: "undescribed" });
  if (wrong.length > 0) throw new Error(`${key} answers something else than it says: ${wrong.slice(0, 5).join("; ")}`);
}

/** How a line is done once: what stands with its key in its transaction, and what an answer that was lost is made of. */
function keyed(
  line: AnyCall,
  once: NonNullable<AnyCall["once"]>,
  run: () => Promise<unknown>,
  envelope: (result: unknown) => Envelope,
): Parameters<typeof onlyOnce>[1] {
  const answer = (result: unknown) => {
    const body = envelope(result);
    // What did not succeed may do so a moment later, under the same key.
    return { status: body.status, body, final: body.success === 1 };
  };
  if (once === "as often as asked") return { run: async () => answer(await run()) };
  if (once !== "in its transaction") {
    return {
      run: async (effect) => answer(await effect(run)),
      keep: (result) => ({ made: once.made(result as never) }),
      again: async (made) => answer(await once.again(made)),
    };
  }
  // A verb that finds it done, as after a lost answer, opens no transaction at all.
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
      // A verb that refuses after its commit (a counted wrong code) hands its refusal through the transaction.
      return result instanceof DomainError ? undefined : { reply: answer(result) };
    },
  };
}

/** Two uploads are the same request when their bytes are. */
const digestOf = async (file: string) => {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
};

/**
 * Whose key it is: a session's; of the public the proof's, which nobody else has and which stays when a phone changes
 * its network, else the browser's or the address's.
 */
function callerName(actor: Actor, { request, address }: Door, { proof }: Record<string, unknown>) {
  if (actor.kind === "anyone")
    return `anyone:${proof ?? request.headers.get("x-otp-proof") ?? actor.visitorId ?? address}`;
  return actor.kind === "system" ? actor.kind : `${actor.kind}:${actor.sessionId}`;
}

function wrapped(envelope: Envelope, headers: Headers) {
  headers.set("cache-control", "no-store");
  headers.set("content-type", "application/json");
  return new WholeAnswer(JSON.stringify(envelope), { status: envelope.status, headers });
}
