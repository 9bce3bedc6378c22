import http from "node:http";

/*
 * Calls of the product's API over keep-alive connections, each recorded with its answer and its time.
 */

export type CallKind =
  | "list"
  | "accept"
  | "confirm"
  | "reject"
  | "assign"
  | "cancel"
  | "pay"
  | "subscribe"
  | "handBack"
  | "close"
  | "stillNeeded"
  | "rebook"
  | "book"
  | "balance";

type Envelope = { success?: number; message?: string; code?: string; data?: unknown };
export type Answer = {
  kind: CallKind;
  status: number;
  body: Envelope;
  ms: number;
  /** The name under which the answer is counted: `accept 409 broadcast.taken`. */
  name: string;
};

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

/** Closes the connections of a race. */
export const hangUp = () => agent.destroy();

/** Counts the answers of a race by name; keeps the times of accepting calls. */
export class Tally {
  readonly counts = new Map<string, number>();
  readonly times: { ms: number; won: boolean }[] = [];

  add({ name, kind, ms, body }: Answer) {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    if (kind === "accept") this.times.push({ ms, won: body.success === 1 });
  }
}

/** Sends JSON, or asks without a body, and reads the answer; a broken connection counts as status 0. */
export async function send(
  kind: CallKind,
  url: string,
  { method = "POST", token, body, address }: { method?: string; token?: string; body?: object; address?: string },
): Promise<Answer> {
  const started = performance.now();
  const { status, text } = await exchange(url, method, { token, address }, body && JSON.stringify(body));
  const read = envelopeOf(text);
  const outcome =
    read.code ?? (read.success === 1 ? read.message : undefined) ?? (status === 200 ? "ok" : text.slice(0, 200));
  return { kind, status, body: read, ms: performance.now() - started, name: `${kind} ${status} ${outcome}` };
}

type Caller = { token: string | undefined; address: string | undefined };

const exchange = (url: string, method: string, { token, address }: Caller, body: string | undefined) =>
  new Promise<{ status: number; text: string }>((resolve) => {
    const headers = {
      ...(body && { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
      ...(token && { "access-token": token }),
      ...(address && { "x-forwarded-for": address }),
    };
    const broken = (error: Error) => resolve({ status: 0, text: error.message });
    const request = http.request(url, { method, agent, headers, timeout: 60_000 }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      response.on("error", broken);
    });
    request.on("error", broken);
    request.on("timeout", () => request.destroy(new Error("no answer within a minute")));
    request.end(body);
  });

function envelopeOf(text: string): Envelope {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    return {};
  }
}
