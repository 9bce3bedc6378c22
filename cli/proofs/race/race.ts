import { setTimeout as pause } from "node:timers/promises";
import { randomFrom } from "#modules/demo/index.ts";
import { disconnect, pool, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { stopJobs } from "#modules/kernel/work/jobs.server.ts";
import { expireReservations } from "#modules/tickets/index.ts";
import { Failed, show, tell } from "../../run.ts";
import { openStand, type Stand } from "../stand/stand.ts";
import { brokenBalances, raceBalances } from "./race-balances.ts";
import { hangUp, Tally } from "./race-calls.ts";
import { together } from "./race-contest.ts";
import { brokenHandBacks, raceHandBacks } from "./race-hand-backs.ts";
import { type Plan, planRace, shuffled, type Try } from "./race-plan.ts";
import { Racer } from "./race-racer.ts";
import { brokenRules } from "./race-rules.ts";
import { brokenStillNeeded, raceStillNeeded } from "./race-still-needed.ts";
import { brokenSubscriptions, raceSubscriptions } from "./race-subscriptions.ts";
import { buildWorld, type World } from "./race-world.ts";

export type RaceOptions = { tickets: number; centers: number; seed: number; json?: boolean };

/** How many calls run at the same time. */
const atOnce = 96;

/**
 * Many centers compete for the same requests over three web processes and two workers, with payments, rejections and
 * admins in between; then SQL independent of the product checks that every promise was kept (R1).
 * It begins with three parts: the heats, in which everybody tries; the moment when the remaining reservations end (their
 * time is moved into the past in the database); and the last call, in which every request gets a center. Then come the
 * contests of subscriptions, of jobs that are handed back, of customers who say whether a request is still needed, and of
 * balances that pay fees while they are paid out; each has rules of its own.
 */
export async function race({ tickets, centers, seed, json = false }: RaceOptions) {
  const say = (line: string) => tell(line, { json });
  say(`race: ${tickets} tickets, ${centers} centers, seed ${seed}`);
  const stand = await openStand({ webs: 3, workers: 2, variables: { RESERVATION_MINUTES: "1" }, say });
  try {
    const plan = planRace({ tickets, centers, seed });
    const world = await buildWorld(stand, plan);
    const racer = new Racer(stand, world, new Tally());

    say("Racing…");
    const started = performance.now();
    for (const heat of plan.heats) await together(heat, (act) => racer.act(act), atOnce);
    const seconds = (performance.now() - started) / 1_000;
    const tries = racer.tally.times.length;

    say("The reservations that are left are over…");
    await endReservations(plan, world, racer, seed);
    await lastCall(world, racer, seed);
    await settle(stand, say);

    const broken = [...racer.unexpected(), ...(await brokenRules()), ...(await racer.brokenWords())];

    say("Subscribing…");
    broken.push(...(await raceSubscriptions(stand, plan, world, racer.tally)));
    await settle(stand, say);
    broken.push(...(await brokenSubscriptions()));

    say("Handing back…");
    broken.push(...(await raceHandBacks(stand, world, racer.tally, seed)));
    await unitOfWork(expireReservations);
    await settle(stand, say);
    broken.push(...(await brokenHandBacks()));

    say("Asking whether it is still needed…");
    broken.push(...(await raceStillNeeded(stand, world, racer.tally)));
    await settle(stand, say);
    broken.push(...(await brokenStillNeeded()));

    say("Spending balances…");
    broken.push(...(await raceBalances(stand, world, racer.tally, seed)));
    await settle(stand, say);
    broken.push(...(await brokenBalances()));
    report({ tickets, centers, seed, seconds, tries, racer, broken, json });
    if (broken.length > 0) throw new Failed();
  } finally {
    hangUp();
    await stopJobs();
    await disconnect();
    await stand.stop();
  }
}

/** Late payers, cancelling admins, centers that try again and the sweep, all at the moment the reservations end. */
async function endReservations(plan: Plan, world: World, racer: Racer, seed: number) {
  await moveReservationsToThePast();
  const random = randomFrom(`end ${seed}`);
  const open = await openTickets(world);
  // The other half is left to the sweep.
  const wanted = open.filter(() => random.chance(0.5));
  const again: Try[] = wanted.flatMap(({ ticket, centers }) =>
    shuffled(random, centers)
      .slice(0, 20)
      .map((center) => ({ ticket, center, act: "accept", manner: "pays" })),
  );
  const cancels = open
    .filter(({ ticket }) => plan.cancelsLater.has(ticket))
    .map(
      ({ ticket }) =>
        () =>
          racer.act({ ticket, act: "cancel", center: 0 }),
    );
  const acts = [
    ...cancels,
    ...racer.latePayments(),
    ...again.map((attempt) => () => racer.act(attempt)),
    ...Array.from({ length: 4 }, () => () => unitOfWork(expireReservations)),
  ];
  await together(shuffled(random, acts), (act) => act(), atOnce);
}

/**
 * Centers that still may take the remaining requests; repeated a few times, because some reservations end meanwhile.
 */
async function lastCall(world: World, racer: Racer, seed: number) {
  const random = randomFrom(`last call ${seed}`);
  for (let call = 0; call < 5; call++) {
    await moveReservationsToThePast();
    await unitOfWork(expireReservations);
    racer.notFreed += await runningReservations();
    const open = await openTickets(world);
    if (open.length === 0) return;
    const tries: Try[] = open.flatMap(({ ticket, centers }) =>
      shuffled(random, centers)
        .slice(0, 20)
        .map((center) => ({ ticket, center, act: "accept", manner: "pays" })),
    );
    await together(shuffled(random, tries), (attempt) => racer.act(attempt), atOnce);
  }
}

const runningReservations = async () =>
  (await pool().query<{ count: number }>("select count(*)::int as count from broadcasts where status = 'RESERVED'"))
    .rows[0]!.count;

const moveReservationsToThePast = () =>
  pool().query("update broadcasts set reserved_until = now() - interval '1 second' where status = 'RESERVED'");

/** Requests without a center, with the centers that may still take them, by their numbers in the plan. */
async function openTickets(world: World) {
  const numbers = new Map(world.centers.map(({ id }, number) => [id, number]));
  const { rows } = await pool().query<{ public_id: string; centers: string[] }>(
    `select t.public_id, array_agg(b.center_id order by b.id) as centers
       from tickets t join broadcasts b on b.ticket_id = t.id and b.status in ('PENDING', 'RESERVED')
      where t.status = 'PENDING' and t.center_id is null group by t.id order by t.id`,
  );
  return rows.map(({ public_id, centers }) => ({
    ticket: world.tickets.findIndex(({ publicId }) => publicId === public_id),
    centers: centers.map((id) => numbers.get(id)!),
  }));
}

/** Waits until the workers are idle and no payment is pending; what is sent in the morning alone is not waited for. */
async function settle(stand: Stand, say: (line: string) => void) {
  const waiting = `
    select (select count(*)::int from pgboss.job
             where state in ('created', 'retry', 'active') and name ~ '^(wallet|notifications)[.]'
               and start_after < now() + interval '10 minutes') as jobs,
           (select count(*)::int from orders o join sandbox_orders s on s.id = o.provider_order_id
             where s.status = 'paid' and o.status <> 'paid') as payments`;
  for (const until = Date.now() + 60_000; ; await pause(200)) {
    const { rows } = await pool().query<{ jobs: number; payments: number }>(waiting);
    const { jobs, payments } = rows[0]!;
    if (jobs === 0 && payments === 0) return;
    if (Date.now() < until) continue;
    say(`after a minute ${jobs} jobs and ${payments} payments still wait; logs are in ${stand.folder}`);
    return;
  }
}

type Result = {
  tickets: number;
  centers: number;
  seed: number;
  seconds: number;
  tries: number;
  racer: Racer;
  broken: string[];
  json: boolean;
};

function report({ tickets, centers, seed, seconds, tries, racer, broken, json }: Result) {
  const { times, counts } = racer.tally;
  const winners = times.filter(({ won }) => won);
  const result = {
    tickets,
    centers,
    seed,
    attempts: times.length,
    attemptsPerSecond: Math.round(tries / seconds),
    acceptMs: quantiles(times.map(({ ms }) => ms)),
    wonMs: quantiles(winners.map(({ ms }) => ms)),
    answers: Object.fromEntries([...counts].toSorted(([left], [right]) => (left < right ? -1 : 1))),
    broken,
  };
  const ms = ({ p50, p95, p99 }: Quantiles) => `p50 ${p50}, p95 ${p95}, p99 ${p99} ms`;
  const text = [
    `${result.attempts} attempts to accept, ${result.attemptsPerSecond}/s in the heats, ${atOnce} at once, seed ${seed}`,
    `an accept: ${ms(result.acceptMs)}; one that got the request or its reservation: ${ms(result.wonMs)}`,
    ...Object.entries(result.answers).map(([name, count]) => `${String(count).padStart(7)}  ${name}`),
    ...(broken.length > 0 ? [`Broken (seed ${seed}):`, ...broken.map((rule) => `  ${rule}`)] : ["Every rule held."]),
  ].join("\n");
  show(result, text, { json });
}

type Quantiles = { p50: number; p95: number; p99: number };

function quantiles(times: number[]): Quantiles {
  const sorted = times.toSorted((left, right) => left - right);
  const percentile = (share: number) => Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 10) / 10;
  return { p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99) };
}
