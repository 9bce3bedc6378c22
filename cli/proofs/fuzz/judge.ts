import type { Answer } from "./line.ts";
import type { Sent } from "./requests.ts";

/** The API's documentation pages share the prefix of its calls. */
const isCall = (to: string) => /^\/api\/(?!docs|openapi)/i.test(to);

const traces = [
  /\n\s+at .{1,200}:\d+:\d+/,
  /node_modules|node:internal/,
  /invalid byte sequence|syntax error at or near|violates .{1,60} constraint|DriverException|PostgresError/,
  /Invalid input: expected|Too (small|big): expected|Invalid (option|string|url)/,
];

/** The fault of an answer, if any. */
export function faultOf({ to, method }: Sent, { status, headers, body }: Answer): string | undefined {
  if (status === 0) return `no answer: ${body}`;
  if (status >= 500 && !excused(status, headers)) return `status ${status}`;
  const leak = traces.find((trace) => trace.test(body));
  if (leak) return `it tells of its inside: ${leak.exec(body)![0].trim().slice(0, 120)}`;
  // Node itself answers requests it cannot parse as HTTP; they never reach our code.
  if (!headers.has("x-request-id")) return body === "" ? undefined : "an answer of nobody's";
  if (!isCall(to) || method === "HEAD") return undefined;
  return envelopeFault(status, body);
}

/** A 503 with `retry-after` is allowed: the server is busy. */
export const excused = (status: number, headers: Answer["headers"]) => status === 503 && headers.has("retry-after");

function envelopeFault(status: number, body: string) {
  const envelope = read(body);
  if (!envelope) return `no envelope in an answer of ${status}`;
  if (envelope.status !== status) return `the envelope says ${envelope.status}, the line ${status}`;
  if (typeof envelope.message !== "string" || envelope.message === "") return "an envelope without a message";
  if (envelope.success !== 0 && envelope.success !== 1) return "an envelope that neither succeeded nor failed";
  return envelope.success === 1 || typeof envelope.code === "string" ? undefined : "a refusal without a code";
}

function read(body: string): Record<string, unknown> | undefined {
  try {
    const envelope: unknown = JSON.parse(body);
    return envelope && typeof envelope === "object" ? (envelope as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
