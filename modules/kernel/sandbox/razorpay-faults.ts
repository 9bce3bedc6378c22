import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { row, rows, unitOfWork } from "../db.server.ts";
import { badRequest } from "./razorpay-answers.ts";
import { type Lie, lies, liesOf, untrue } from "./razorpay-lies.ts";

/*
 * How the emulated provider misbehaves, when it is told to. The plan is kept in the database, so that every web process
 * follows it; what happens to the n-th answer depends on the seed and n alone.
 */

/** The calls of the emulated API. */
export const providerCalls = [
  "createOrder",
  "listOrders",
  "order",
  "orderPayments",
  "payment",
  "capture",
  "refund",
] as const;
export type ProviderCall = (typeof providerCalls)[number];

/** How many of the answers (or webhooks) it happens to: 0 none, 1 all. */
const share = z.number().min(0).max(1).default(0);
const wait = z.int().min(0).max(60_000).default(0);

export const Faults = z.strictObject({
  seed: z.int().nonnegative().default(1),
  /** The calls that misbehave; all of them when none is named. */
  calls: z.array(z.enum(providerCalls)).default([...providerCalls]),
  /** Answered `slowMs` later. */
  slow: share,
  slowMs: wait,
  /** Answered with 503. */
  fail: share,
  /** The connection is cut instead of an answer. */
  cut: share,
  /** Refused with 400. */
  refuse: share,
  /** How many of the failed and cut ones were done all the same: only their answer is lost. */
  done: share,
  /** Answered with something that is not so: one of `lies` that fits the call. */
  lie: share,
  lies: z.array(z.enum(lies)).default([...lies]),
  webhooks: z
    .strictObject({
      drop: share,
      /** Sent twice at once, with one event id. */
      duplicate: share,
      delay: share,
      delayMs: wait,
      /** The events of one moment come in the opposite order. */
      reorder: share,
      /** Before the real one comes another with the same event id and a signature that was made up. */
      forge: share,
      /** Before the real one comes the same with another amount, under the real one's signature. */
      tamper: share,
      /** Well signed, and not so. */
      lie: share,
    })
    .prefault({}),
});
export type Faults = z.output<typeof Faults>;

type Drawn = { plan: Faults; chance: (probability: number) => boolean; pick: <T>(list: readonly T[]) => T | undefined };

/** Misbehave from now on by this plan, for every process of the installation, until it is cleared. */
export const setFaults = (plan: z.input<typeof Faults>) =>
  unitOfWork(() =>
    rows(
      `insert into sandbox_faults (provider, plan) values ('razorpay', $1)
       on conflict (provider) do update set plan = excluded.plan, drawn = 0`,
      [JSON.stringify(Faults.parse(plan))],
    ),
  );

/** Behave again. */
export const clearFaults = () => unitOfWork(() => rows("delete from sandbox_faults where provider = 'razorpay'"));

/** The plan in force, if there is one. */
export const faultsNow = async (): Promise<Faults | undefined> =>
  (await unitOfWork(() => row<{ plan: Faults }>("select plan from sandbox_faults where provider = 'razorpay'")))?.plan;

/** `GET`, `POST` and `DELETE /sandbox/razorpay/faults`: what the plan is, set it, behave again. */
export async function handleFaults(request: Request): Promise<object> {
  if (request.method === "DELETE") await clearFaults();
  if (request.method === "POST") {
    const asked = Faults.safeParse(await request.json().catch(() => null));
    if (!asked.success) throw badRequest(z.prettifyError(asked.error));
    await setFaults(asked.data);
  }
  return { faults: (await faultsNow()) ?? null };
}

/** What chance has for the next answer or webhook; undefined while the provider behaves. */
export async function drawFaults(): Promise<Drawn | undefined> {
  const found = await unitOfWork(() =>
    row<{ plan: Faults; drawn: string }>(
      "update sandbox_faults set drawn = drawn + 1 where provider = 'razorpay' returning plan, drawn",
    ),
  );
  if (!found) return undefined;
  let asked = 0;
  const next = () =>
    createHash("sha256").update(`${found.plan.seed} ${found.drawn} ${asked++}`).digest().readUInt32BE() / 2 ** 32;
  return {
    plan: found.plan,
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)],
  };
}

/** Answer a call as the plan in force has it; without one, as `work` does. */
export async function misbehaving(
  call: ProviderCall,
  subject: string,
  work: () => Promise<Response>,
): Promise<Response> {
  const drawn = await drawFaults();
  if (!drawn?.plan.calls.includes(call)) return work();
  const { plan, chance, pick } = drawn;
  if (chance(plan.slow)) await pause(plan.slowMs, undefined, { ref: false });
  if (chance(plan.refuse)) return refusal(call);
  const broken = chance(plan.fail) ? down() : chance(plan.cut) ? cut() : undefined;
  if (broken) {
    if (chance(plan.done)) await work();
    return broken;
  }
  const lie = chance(plan.lie) ? pick(liesOf[call].filter((each) => plan.lies.includes(each))) : undefined;
  return lie ? lying(lie, subject, work) : work();
}

async function lying(lie: Lie, subject: string, work: () => Promise<Response>): Promise<Response> {
  // A refund that is only said to be processed is not made.
  const truth = lie === "refundProcessed" ? undefined : await work();
  if (truth && !truth.ok) return truth;
  return Response.json(await untrue(lie, subject, truth && ((await truth.json()) as Record<string, unknown>)));
}

const refusal = (call: ProviderCall) =>
  Response.json(
    badRequest(
      call === "refund"
        ? "Your account does not have enough balance to carry out the refund operation."
        : "The request could not be processed.",
    ).body,
    { status: 400 },
  );

const down = () => Response.json({ error: { code: "SERVER_ERROR", description: "Out of order" } }, { status: 503 });

/** A body that breaks off: whoever serves it ends the connection. */
const cut = () =>
  new Response(
    new ReadableStream({
      pull: (stream) => stream.error(new Error("the connection is cut")),
    }),
  );
