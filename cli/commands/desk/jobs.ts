import type { Actor } from "#modules/kernel/actor.ts";
import { istDate, istTime } from "#modules/kernel/clock.ts";
import { idSaying } from "#modules/kernel/validation.ts";
import { getJob, type JobLine, type JobState, listJobs, retryJob } from "#modules/kernel/work/job-list.server.ts";
import { listSchedules, runScheduleNow, type ScheduleLine } from "#modules/kernel/work/schedule-list.server.ts";
import { type GlobalOptions, painted, show, UsageError } from "../../run.ts";
import { table } from "../../table.ts";
import { type Acting, acting, needTake, type Operating, reading, tellDone } from "./operator.ts";

type Listing = Operating & { state?: JobState; queue?: string; take: number };

/** `jobs list`: the queue, newest first: what is not done, or what is in a state. Payloads are not told. */
export async function list(options: Listing) {
  const { state, queue: name, take } = options;
  needTake(take);
  const lines = await reading(options, (actor) => listJobs(actor, { state, name, take }));
  show(lines, lines.length > 0 ? listed(lines, options) : "No job fits.", options);
}

const moment = (at: Date) => `${istDate(at)} ${istTime(at)}`;

const listed = (lines: JobLine[], options: GlobalOptions) =>
  table(
    ["made", "state", "queue", "tries", "due", "error", "id"],
    lines.map(({ createdAt, state, name, retries, retryLimit, dueAt, error, id }) => [
      moment(createdAt),
      state === "failed" ? painted("red", state, options) : state,
      name,
      `${retries} of ${retryLimit}`,
      moment(dueAt),
      error ?? "",
      id,
    ]),
    options,
  );

const mostRetried = 500;

/** `jobs retry`: runs a failed job again, or all that failed in a queue. */
export async function retry(options: Acting & { queue?: string }, id?: string) {
  const { queue: name } = options;
  if ((id === undefined) === (name === undefined))
    throw new UsageError("say the id of a failed job, or --queue for all that failed there: `jobs list` shows them");
  if (id !== undefined && !idSaying("form.id").safeParse(id).success)
    throw new UsageError(`'${id}' is no id of a job: \`jobs list\` shows them`);
  const again = async (actor: Actor) => {
    const ids = id ? [(await getJob(actor, id)).id] : await failedIn(actor, name!);
    const lines: JobLine[] = [];
    for (const each of ids) lines.push(await retryJob(actor, each));
    return lines;
  };
  const done = await acting(options, "jobs retry", again);
  if (done.result.length === 0) return show({ done: [] }, `Nothing failed in ${name}.`, options);
  const words = done.result.map((line) => `${line.name} ${line.id}`).join(", ");
  tellDone(done, `queued again: ${words}`, options);
}

const failedIn = async (actor: Actor, name: string) =>
  (await listJobs(actor, { state: "failed", name, take: mostRetried })).map(({ id }) => id);

/** `jobs schedules`: what the clock starts, with its last run and its next. */
export async function schedules(options: Operating) {
  const lines = await reading(options, listSchedules);
  show(lines, timed(lines, options), options);
}

const timed = (lines: ScheduleLine[], options: GlobalOptions) =>
  table(
    ["schedule", "last run", "took", "result", "next run", "error"],
    lines.map(({ name, startedAt, tookMs, state, waiting, nextAt, error }) => [
      name,
      startedAt ? moment(startedAt) : "",
      tookMs === null ? "" : `${(tookMs / 1_000).toFixed(1)} s`,
      waiting ? "waiting" : state === "failed" ? painted("red", state, options) : (state ?? ""),
      moment(nextAt),
      error ?? "",
    ]),
    options,
  );

/** `jobs run`: a schedule now, whenever it is due; the worker does it. */
export async function run(options: Acting, name: string) {
  const done = await acting(options, "jobs run", (actor) => runScheduleNow(actor, name));
  tellDone(done, `asked for: ${name}`, options);
}
