import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { serve } from "#app/api/serve/serve.server.ts";
import { entities } from "#modules/index.ts";
import { connect, disconnect } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";

/*
 * A separate process for once.test.ts: each line of its standard input is a list of calls; it makes all of them
 * concurrently and prints their answers on one line. On request it kills itself with SIGKILL just before or just after
 * a commit.
 */

export type CallAnswer = { status: number; body: string };

/** A call of the API as a client sends it, serializable for another process. */
export type Sent = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: object;
  /** The one file of a multipart call, in base64. */
  file?: { field: string; name: string; base64: string };
  address: string;
};

/** Makes one call through the API's door. */
export async function make({ method, path, headers, body, file, address }: Sent): Promise<CallAnswer> {
  const content = file ? await multipart(file, body) : { body: JSON.stringify(body ?? {}), type: "application/json" };
  const request = new Request(`http://localhost:3000/api/${path}`, {
    method,
    headers: {
      ...headers,
      "content-type": content.type,
      "content-length": String(Buffer.byteLength(content.body as string)),
    },
    body: content.body as string,
  });
  const answer = await serve({ request, params: {}, context: { address, requestId: "one-of-many" } });
  return { status: answer.status, body: await answer.text() };
}

async function multipart({ field, name, base64 }: NonNullable<Sent["file"]>, fields: object = {}) {
  const form = new FormData();
  for (const [wireName, value] of Object.entries(fields)) form.set(wireName, String(value));
  form.set(field, new File([Buffer.from(base64, "base64")], name, { type: "image/jpeg" }));
  const draft = new Request("http://localhost/", { method: "POST", body: form });
  const type = draft.headers.get("content-type")!;
  return { body: Buffer.from(await draft.arrayBuffer()), type };
}

/** Calls to make at one moment (milliseconds since 1970) in all processes. */
export type Storm = { calls: Sent[]; at?: number; die?: "before" | "after" };

/** Makes all calls of a storm at its moment. */
export async function makeAll({ calls, at = 0 }: Storm): Promise<CallAnswer[]> {
  await pause(Math.max(0, at - Date.now()));
  return Promise.all(calls.map(make));
}

function dieAtCommit(when: "before" | "after") {
  const client: { query(...args: unknown[]): unknown } = pg.Client.prototype;
  const { query } = client;
  client.query = function (...args) {
    const text = (args[0] as { text?: string })?.text ?? String(args[0]);
    if (!/^\s*commit\b/i.test(text)) return query.apply(this, args);
    if (when === "before") process.kill(process.pid, "SIGKILL");
    return (query.apply(this, args) as Promise<unknown>).then(() => process.kill(process.pid, "SIGKILL"));
  };
}

if (process.argv[1] === import.meta.filename) {
  await connect({ url: env.databaseUrl, entities, poolSize: 10 });
  for await (const line of createInterface({ input: process.stdin })) {
    const storm = JSON.parse(line) as Storm;
    if (storm.die) dieAtCommit(storm.die);
    process.stdout.write(`${JSON.stringify(await makeAll(storm))}\n`);
  }
  await disconnect();
  // Keep-alive connections to the emulated provider would delay the exit.
  process.exit();
}
