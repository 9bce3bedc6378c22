import { randomInt } from "node:crypto";

/*
 * The product's HTTP API as a journey's set-up uses it.
 */

export type Answer<T> = { success: number; code?: string; message: string; data: T; token: string };

/** The address of a network that no other journey comes from. */
export const aNetwork = () => ["10", ...Array.from({ length: 3 }, () => randomInt(1, 255))].join(".");

/**
 * Calls from a network of their own, as people have: what the public may do is limited by network, and the journeys of
 * a fast machine together would reach the limits of one.
 */
export function callsAt(base: string) {
  const address = aNetwork();

  /** Whatever the product answers. */
  async function ask<T>(method: string, path: string, body?: object, token?: string): Promise<Answer<T>> {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        // The sandbox answers this machine alone, and nobody it is asked for.
        ...(!path.startsWith("/sandbox/") && { "x-forwarded-for": address }),
        ...(token && { "access-token": token }),
        ...(body && !isForm && { "content-type": "application/json" }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    return (await answer.json()) as Answer<T>;
  }

  /** The answer of a call that must succeed. */
  async function call<T>(method: string, path: string, body?: object, token?: string): Promise<Answer<T>> {
    const answer = await ask<T>(method, `/api/${path}`, body, token);
    if (answer.success !== 1) throw new Error(`${method} ${path}: ${answer.code ?? ""} ${answer.message}`);
    return answer;
  }

  return { ask, call };
}
export type Calls = ReturnType<typeof callsAt>;
