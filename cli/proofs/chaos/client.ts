import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Random, randomFrom } from "#modules/demo/index.ts";

/** A reply of the product's API. */
export type Reply = { status: number; success: number; message: string; code?: string; data: never; token: string };

/** What a caller finally knows: it was done, it was refused, or the outcome is unknown. */
export type Outcome = { reply: Reply; known: "done" | "refused" } | { known: "unknown"; reply?: undefined };

type Call = { token?: string | undefined; body?: object | FormData; once?: boolean };

/** After this long without an answer the caller tries the other server. */
const patienceMs = 4_000;
const giveUpAfterMs = 26_000;
const betweenTriesMs = 250;

/** Counts requests and their outcomes in one round. */
export class Tally {
  requests = 0;
  done = 0;
  refused = 0;
  unknown = 0;
  /** Refusals and failures by status and code. */
  reasons = new Map<string, number>();

  note(reason: string) {
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
  }
}

/**
 * A browser or phone with its own address: it calls one of the two web processes over keep-alive connections, and when
 * that does not answer, the other one with the same request and Idempotency-Key. Sometimes it gives up instead.
 */
export class Caller {
  readonly webs: readonly string[];
  readonly random: Random;
  readonly tally: Tally;
  readonly address: string;
  private at: number;

  constructor(webs: readonly string[], tally: Tally, seed: string) {
    this.webs = webs;
    this.tally = tally;
    this.random = randomFrom(seed);
    this.address = `10.${this.random.below(256)}.${this.random.below(256)}.${this.random.between(1, 254)}`;
    this.at = this.random.below(webs.length);
  }

  /** Makes a call; with `once` it has an Idempotency-Key, the same for each try. */
  async call(method: string, path: string, { token, body, once = false }: Call = {}): Promise<Outcome> {
    const key = once ? randomUUID() : undefined;
    const until = performance.now() + giveUpAfterMs;
    const isPatient = this.random.chance(0.9);
    for (let tries = 1; ; tries++) {
      const reply = await this.ask(method, path, { token, body, key });
      if (reply && reply.status < 500 && reply.code !== "error.idempotencyBusy") {
        if (reply.success === 1) this.tally.done++;
        else {
          this.tally.refused++;
          this.tally.note(`${reply.status} ${reply.code ?? reply.message}`);
        }
        return { reply, known: reply.success === 1 ? "done" : "refused" };
      }
      this.tally.note(reply ? `${reply.status} ${reply.code ?? ""}` : "no answer");
      if (!isPatient || performance.now() > until) break;
      this.at++;
      await pause(betweenTriesMs * tries);
    }
    this.tally.unknown++;
    return { known: "unknown" };
  }

  private async ask(
    method: string,
    path: string,
    { token, body, key }: Omit<Call, "once"> & { key?: string | undefined },
  ): Promise<Reply | undefined> {
    const isForm = body instanceof FormData;
    this.tally.requests++;
    try {
      const answer = await fetch(`${this.webs[this.at % this.webs.length]}/api/${path}`, {
        method,
        headers: {
          "x-forwarded-for": this.address,
          ...(token && { "access-token": token }),
          ...(key && { "idempotency-key": key }),
          ...(body && !isForm && { "content-type": "application/json" }),
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(patienceMs),
      });
      const text = await answer.text();
      const reply = text.startsWith("{") ? (JSON.parse(text) as Reply) : undefined;
      return { ...(reply ?? { success: 0, message: text.slice(0, 80) }), status: answer.status } as Reply;
    } catch {
      return undefined;
    }
  }

  /** Reads a whole file; undefined when the outcome is unknown. */
  async file(path: string, token: string): Promise<{ status: number; bytes: Buffer } | undefined> {
    this.tally.requests++;
    try {
      const answer = await fetch(`${this.webs[this.at % this.webs.length]}/${path}`, {
        headers: { "x-forwarded-for": this.address, "access-token": token },
        signal: AbortSignal.timeout(patienceMs),
      });
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
    } catch {
      return undefined;
    }
  }
}

/**
 * What the customer does outside the product: pays at the payment provider's checkout, and reads the phone's messages.
 */
export class Outside {
  readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Pays an order; returns the callback's three fields, or undefined when it is unknown whether it was paid. */
  async pay(orderId: string, { webhook = true } = {}): Promise<object | undefined> {
    try {
      const answer = await fetch(`${this.origin}/sandbox/razorpay/pay`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ order_id: orderId, outcome: "success", webhook }),
        signal: AbortSignal.timeout(patienceMs),
      });
      return answer.ok ? ((await answer.json()) as object) : undefined;
    } catch {
      return undefined;
    }
  }

  /** The match in a message to a phone, as soon as one arrives; undefined when none comes in time. */
  async message(to: string, pattern: RegExp, withinMs = 12_000): Promise<string | undefined> {
    for (const until = performance.now() + withinMs; performance.now() < until; await pause(150)) {
      const match = (await this.messages(to)).flatMap((text) => pattern.exec(text)?.[1] ?? [])[0];
      if (match) return match;
    }
    return undefined;
  }

  private async messages(to: string): Promise<string[]> {
    try {
      const answer = await fetch(`${this.origin}/sandbox/outbox?to=${to}`, { signal: AbortSignal.timeout(patienceMs) });
      return ((await answer.json()) as { text: string }[]).map(({ text }) => text);
    } catch {
      return [];
    }
  }
}
