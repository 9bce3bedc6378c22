import type { z } from "zod";
import { env } from "../env.server.ts";
import { type DomainError, unavailable } from "../errors.ts";
import { log, plainWords } from "../log.server.ts";
import { circuitOf } from "./circuit.ts";
import { isHeld } from "./hold.server.ts";

/** The provider understood the request and refused it (4xx): repeating it unchanged will not help. */
export class GatewayError extends Error {
  readonly provider: string;
  readonly status: number;
  /** The provider's own code, such as `BAD_REQUEST_ERROR`. */
  readonly code: string;

  constructor(provider: string, status: number, code: string, description: string) {
    super(`${provider} refused (${status} ${code}): ${description}`);
    this.name = "GatewayError";
    this.provider = provider;
    this.status = status;
    this.code = code;
  }
}

/** The raw response to a request. */
export type Answered = { status: number; text: string };

type Understanding<T> = {
  provider: string;
  url: string;
  /** The schema of a successful answer; an answer that does not match counts as no answer. */
  answer: z.ZodType<T>;
  /** Where this provider puts its error code and description. */
  refusal: (body: unknown) => { code?: unknown; description?: unknown };
};

type Sending = {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  /** Sent as JSON, except a URLSearchParams (as a form) and bytes (as they are). */
  body?: unknown;
  timeoutMs?: number;
};

const defaultTimeoutMs = 8_000;

/** Send one request to an outside provider with fetch; errors as in `askProvider`. */
export const callProvider = <T>(call: Understanding<T> & Sending): Promise<T> =>
  askProvider({ ...call, send: () => fetched(call) });

/**
 * One request to an outside provider, sent by `send`. A refusal (4xx) throws GatewayError; no answer, or a late, broken
 * or malformed one, throws DomainError unavailable with the reason as `cause`, and so does a restored copy that is not
 * released. Call it outside a transaction, because it can take seconds.
 */
export async function askProvider<T>(call: Understanding<T> & { send: () => Promise<Answered> }): Promise<T> {
  if (await isHeld()) throw noAnswer(call.provider, new Error("this copy was restored and is not released"));
  const circuit = circuitOf(new URL(call.url).origin);
  if (circuit.isOpen()) throw noAnswer(call.provider, new Error("the circuit is open after repeated failures"));
  try {
    const answer = understood(call, await call.send());
    circuit.succeeded();
    return answer;
  } catch (error) {
    if (error instanceof GatewayError) circuit.succeeded();
    else circuit.failed();
    if (error instanceof GatewayError) throw error;
    throw noAnswer(call.provider, error);
  }
}

async function fetched({ url, method = "GET", headers, body, timeoutMs }: Sending): Promise<Answered> {
  const ready = body instanceof URLSearchParams || body instanceof Uint8Array;
  const response = await fetch(url, {
    method,
    headers: {
      accept: "application/json",
      ...(body && !ready ? { "content-type": "application/json" } : {}),
      ...headers,
    },
    ...(body !== undefined && { body: ready ? (body as BodyInit) : JSON.stringify(body) }),
    // Following a redirect would send our credentials to an address nobody configured.
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs ?? defaultTimeoutMs),
  });
  return { status: response.status, text: await response.text() };
}

function understood<T>({ provider, answer, refusal }: Understanding<T>, { status, text }: Answered): T {
  if (status >= 500 || status === 429 || status < 200 || (status >= 300 && status < 400))
    throw new Error(`answered ${status}`);
  const body = parseJson(text);
  if (status >= 400) {
    const { code, description } = refusal(body);
    throw new GatewayError(provider, status, String(code ?? "unknown"), String(description ?? "no words"));
  }
  return answer.parse(body);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The cause is for the log and never shown to users; it holds no credentials, because those travel in headers only. */
function noAnswer(provider: string, cause: unknown): DomainError {
  log.warn(
    { provider, reason: cause instanceof Error ? plainWords(cause.message) : typeof cause },
    "provider does not answer",
  );
  return Object.assign(unavailable("error.unavailable"), { cause });
}

/** Whether an address belongs to this installation's own emulators. */
export const isEmulated = (baseUrl: string) => env.sandbox && baseUrl.startsWith(`${env.sandboxOrigin}/sandbox/`);
