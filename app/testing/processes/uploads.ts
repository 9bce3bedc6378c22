import { watch } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { serve } from "#app/api/serve/serve.server.ts";
import { send, toRequest } from "#app/http/process/bridge.ts";
import { uploadFolder } from "#app/http/request/upload-folder.server.ts";
import { uploadsWaiting } from "#app/http/request/upload-quota.server.ts";
import { action as technicianImage } from "#app/routes/center/technician-form/image.ts";
import { action as pictures } from "#app/routes/center/tickets/pictures.ts";
import { action as language } from "#app/routes/system/language.ts";
import { entities } from "#modules/index.ts";
import { connect, disconnect } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";

/*
 * A web process for uploads.test.ts: the doors that take files and two that take none, behind the bridge. It prints its
 * port and then, for each line of its standard input, its current usage (after `whole`, only after garbage collection).
 */

export type Held = {
  rss: number;
  /** Peak resident memory. */
  mostRss: number;
  /** Memory of the heap and of buffers after a collection. */
  heap: number;
  files: number;
  /** How many files were started so far. */
  begun: number;
  /** Requests that are not answered, or whose body is not read to its end. */
  running: number;
  /** Uploads that wait for a turn. */
  waiting: number;
};

type Door = (args: object) => Promise<Response>;
const doors: [RegExp, Door][] = [
  [/^\/technician-images\/(?<kind>\w+)$/, technicianImage as Door],
  [/^\/pictures\/(?<ticketId>[\w-]+)$/, pictures as Door],
  [/^\/language$/, language as unknown as Door],
  [/^\/api\//, serve as Door],
];

let running = 0;

async function answer(incoming: IncomingMessage, outgoing: ServerResponse) {
  const url = new URL(incoming.url ?? "/", "http://localhost");
  const gone = new AbortController();
  outgoing.on("close", () => outgoing.writableFinished || gone.abort());
  const tooLarge = () => void outgoing.writeHead(413, { connection: "close" }).end();
  const request = toRequest(incoming, url, { signal: gone.signal, tooLarge });
  for (const [pattern, door] of doors) {
    const match = pattern.exec(url.pathname);
    if (!match) continue;
    // Each caller names its own address, so that one test can act for many networks.
    const address = String(incoming.headers["x-from"] ?? "10.0.0.1");
    const answer = await door({ request, params: { ...match.groups }, context: { address, requestId: "uploads" } });
    return outgoing.headersSent ? undefined : send(answer, outgoing);
  }
  outgoing.writeHead(404).end();
}

await mkdir(uploadFolder(), { recursive: true });
const begun = new Set<string>();
watch(uploadFolder(), { persistent: false }, (_event, name) => void begun.add(String(name)));

async function held(whole: boolean): Promise<Held> {
  // Buffers are freed only with the second collection.
  for (let n = 0; whole && n < 3; n++) {
    (globalThis as { gc?: () => void }).gc?.();
    await new Promise(setImmediate);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  const files = await readdir(uploadFolder()).catch(() => []);
  const mostRss = process.resourceUsage().maxRSS * 1024;
  return {
    rss,
    mostRss,
    heap: heapUsed + external,
    files: files.length,
    begun: begun.size,
    running,
    waiting: uploadsWaiting(),
  };
}

await connect({ url: env.databaseUrl, entities, poolSize: 10 });
const server = createServer({ keepAliveTimeout: 65_000 }, (incoming, outgoing) => {
  running += 1;
  answer(incoming, outgoing)
    .catch(() => outgoing.destroy())
    .finally(() => {
      running -= 1;
    });
});
await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
const tell = (news: object) => process.stdout.write(`${JSON.stringify(news)}\n`);
tell({ port: (server.address() as AddressInfo).port });
for await (const line of createInterface({ input: process.stdin })) tell(await held(line === "whole"));
server.closeAllConnections();
server.close();
await disconnect();
