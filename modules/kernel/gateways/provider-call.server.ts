import type { z } from "zod";
import { env } from "../env.server.ts";
import { type DomainError, unavailable } from "../errors.ts";
import { log } from "../log.server.ts";
import { circuitOf } from "./circuit.ts";

export type Provider = "razorpay" | "msg91" | "whatsapp" | "fcm" | "webpush" | "maps";

/** The provider understood the request and refused it (4xx): asking again the same way will not help. */
export class GatewayError extends Error {
  readonly provider: Provider;
  readonly status: number;
  /** The provider's own code, such as `BAD_REQUEST_ERROR`. */
  readonly code: string;

  constructor(provider: Provider, status: number, code: string, description: string) {
    super(`${provider} refused (${status} ${code}): ${description}`);
    this.name = "GatewayError";
    this.provider = provider;
    this.status = status;
    this.code = code;
  }
}

type ProviderCall<T> = {
  provider: Provider;
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  /** Sent as JSON; a URLSearchParams is sent as a form, bytes as they are. */
  body?: unknown;
  timeoutMs?: number;
  /** What a good answer looks like; an answer of another shape counts as no answer. */
  answer: z.ZodType<T>;
  /** Where this provider puts its own code and words in a refusal. */
  refusal: (body: unknown) => { code?: unknown; description?: unknown };
};

const defaultTimeoutMs = 8_000;

/**
 * One request to an outside provider. Refusals (4xx) are a GatewayError; no answer, a late, broken or senseless one is
 * DomainError unavailable with the reason as `cause`. Call it outside a transaction: it may take seconds.
 */
export async function callProvider<T>(call: ProviderCall<T>): Promise<T> {
  const circuit = circuitOf(new URL(call.url).origin);
  if (circuit.isOpen()) throw noAnswer(call.provider, new Error("the circuit is open after repeated failures"));
  try {
    const answer = await answerOf(call);
    circuit.succeeded();
    return answer;
  } catch (error) {
    if (error instanceof GatewayError) circuit.succeeded();
    else circuit.failed();
    if (error instanceof GatewayError) throw error;
    throw noAnswer(call.provider, error);
  }
}

async function answerOf<T>({
  provider,
  url,
  method = "GET",
  headers,
  body,
  timeoutMs,
  answer,
  refusal,
}: ProviderCall<T>) {
  const ready = body instanceof URLSearchParams || body instanceof Uint8Array;
  const response = await fetch(url, {
    method,
    headers: {
      accept: "application/json",
      ...(body && !ready ? { "content-type": "application/json" } : {}),
      ...headers,
    },
    ...(body !== undefined && { body: ready ? (body as BodyInit) : JSON.stringify(body) }),
    // A redirect would carry our credentials to an address nobody configured.
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs ?? defaultTimeoutMs),
  });
  const text = await response.text();
  if (response.status >= 500 || response.status === 429) throw new Error(`answered ${response.status}`);
  const parsed = parseJson(text);
  if (!response.ok) {
    const { code, description } = refusal(parsed);
    throw new GatewayError(provider, response.status, String(code ?? "unknown"), String(description ?? "no words"));
  }
  return answer.parse(parsed);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The cause is kept for the log and never shown; it holds no credentials, because those travel in headers only. */
function noAnswer(provider: Provider, cause: unknown): DomainError {
  log.warn({ provider, reason: cause instanceof Error ? cause.message : String(cause) }, "provider does not answer");
  return Object.assign(unavailable("error.unavailable"), { cause });
}

/** Whether an address belongs to this installation's own emulators. */
export const isEmulated = (baseUrl: string) => env.sandbox && baseUrl.startsWith(`${env.sandboxOrigin}/sandbox/`);
