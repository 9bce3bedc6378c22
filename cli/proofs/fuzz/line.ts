import net from "node:net";
import type { Sent } from "./requests.ts";

/** An answer; status 0 when there was none. */
export type Answer = { status: number; headers: Map<string, string>; body: string; ms: number };

const patienceMs = 60_000;

/** Sends a request's exact bytes: an HTTP library would repair or refuse it. */
export function exchange(web: string, { method, to, headers, body }: Sent): Promise<Answer> {
  const { hostname, port } = new URL(web);
  const started = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = net.connect(Number(port), hostname);
    const done = (why = "") => {
      socket.destroy();
      resolve({ ...parsed(Buffer.concat(chunks), why), ms: performance.now() - started });
    };
    socket.setTimeout(patienceMs, () => done("no answer within a minute"));
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      // A live stream would never end.
      if (chunks.length === 1 && /\r\ncontent-type: text\/event-stream/i.test(chunk.toString("latin1"))) done();
    });
    socket.on("error", (error) => done(error.message));
    socket.on("end", () => done());
    const head = [`${method} ${to} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
    head.push("connection: close", ...(body.length > 0 || method === "POST" ? [`content-length: ${body.length}`] : []));
    socket.write(Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), body]));
  });
}

function parsed(bytes: Buffer, why: string) {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return { status: 0, headers: new Map<string, string>(), body: why || "the connection ended" };
  const [first = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const headers = new Map(
    lines.map((line) => [line.split(":")[0]!.toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const rest = bytes.subarray(end + 4);
  const body = headers.get("transfer-encoding") === "chunked" ? whole(rest) : rest;
  return { status: Number(first.split(" ")[1]), headers, body: body.toString("utf8") };
}

/** The body inside a chunked transfer encoding. */
function whole(bytes: Buffer) {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf("\r\n", at);
    const size = Number.parseInt(bytes.subarray(at, end).toString("latin1"), 16);
    if (end < 0 || !(size > 0)) break;
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
  return Buffer.concat(parts);
}
