import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { badRequest } from "./answers.ts";
import { type ProviderCall, providerCalls } from "./calls.ts";
import { type Lie, lies, liesOf, untrue } from "./lies.ts";

/*
 * The faults of the emulated provider. The plan is stored in the database, so that every web process follows it; what
 * happens to the n-th answer depends only on the seed and n.
 */

/** The share of answers (or webhooks) affected: 0 none, 1 all. */
const share = z.number().min(0).max(1).default(0);
const wait = z.int().min(0).max(60_000).default(0);

export const Faults = z.strictObject({
  seed: z.int().nonnegative().default(1),
  /** The affected calls; all when none is named. */
  calls: z.array(z.enum(providerCalls)).default([...providerCalls]),
  /** The answer is delayed by `slowMs`. */
  slow: share,
  slowMs: wait,
  /** The answer is 503. */
  fail: share,
  /** The connection is cut instead of an answer. */
  cut: share,
  /** The call is refused with 400. */
  refuse: share,
  /** The share of failed and cut calls that took effect: only their answer is lost. */
  done: share,
  /** The answer is false: one of `lies` that fits the call. */
  lie: share,
  lies: z.array(z.enum(lies)).default([...lies]),
  webhooks: z
    .strictObject({
      drop: share,
      /** Sent twice at once with the same event id. */
      duplicate: share,
      /** Events of the same moment are sent in reverse order. */
      reorder: share,
      /** Preceded by an event with the same event id and a forged signature. */
      forge: share,
      /** Preceded by the same event with another amount under the real event's signature. */
      tamper: share,
      /** Signed correctly, but with false content. */
      lie: share,
    })
    .prefault({}),
});
export type Faults = z.output<typeof Faults>;

type Drawn = { plan: Faults; chance: (probability: number) => boolean; pick: <T>(list: readonly T[]) => T | undefined };

/** Set the plan of faults for all processes of the installation, until it is cleared. */
export const setFaults = (plan: z.input<typeof Faults>) =>
  unitOfWork(() =>
    rows(
      sql`insert into sandbox_faults (provider, plan) values ('razorpay', ${JSON.stringify(Faults.parse(plan))})
       on conflict (provider) do update set plan = excluded.plan, drawn = 0`,
    ),
  );

/** Clear the plan of faults. */
export const clearFaults = () => unitOfWork(() => rows(sql`delete from sandbox_faults where provider = 'razorpay'`));

/** The current plan of faults, if there is one. */
export const faultsNow = async (): Promise<Faults | undefined> =>
  (await unitOfWork(() => row<{ plan: Faults }>(sql`select plan from sandbox_faults where provider = 'razorpay'`)))
    ?.plan;

/** `GET`, `POST` and `DELETE /sandbox/razorpay/faults`: read, set and clear the plan. */
export async function handleFaults(request: Request): Promise<object> {
  if (request.method === "DELETE") await clearFaults();
  if (request.method === "POST") {
    const input = Faults.safeParse(await request.json().catch(() => null));
    if (!input.success) throw badRequest(z.prettifyError(input.error));
    await setFaults(input.data);
  }
  return { faults: (await faultsNow()) ?? null };
}

/** The faults drawn for the next answer or webhook; undefined without a plan. */
export async function drawFaults(): Promise<Drawn | undefined> {
  const draw = await unitOfWork(() =>
    row<{ plan: Faults; drawn: string }>(
      sql`update sandbox_faults set drawn = drawn + 1 where provider = 'razorpay' returning plan, drawn`,
    ),
  );
  if (!draw) return undefined;
  let draws = 0;
  const next = () =>
    createHash("sha256").update(`${draw.plan.seed} ${draw.drawn} ${draws++}`).digest().readUInt32BE() / 2 ** 32;
  return {
    plan: draw.plan,
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)],
  };
}

/** Answer a call with the faults drawn for it; without any, as `work` does. */
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
  // A refund falsely reported as processed is not made.
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

/** A body that breaks off, which makes the server end the connection. */
const cut = () =>
  new Response(
    new ReadableStream({
      pull: (stream) => stream.error(new Error("the connection is cut")),
    }),
  );
