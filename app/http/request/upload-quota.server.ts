import { networkOf } from "#modules/access/index.ts";
import { callerOf } from "#modules/kernel/actor.ts";
import { countUse, refuseUsedUp } from "#modules/kernel/db/limits.server.ts";
import { DomainError, limited } from "#modules/kernel/errors.ts";
import type { Form, Taking } from "./upload.server.ts";

/*
 * What one may upload: per account or person of a desk, and per network, which many people share behind a carrier. Concurrent uploads are
 * counted in this process; how many and how many bytes, in the database.
 */

const hour = 60 * 60;
const mebibyte = 1024;

const quotas = {
  sender: {
    atOnce: 8,
    forms: { name: "uploads", points: 300, seconds: hour, onFailure: "open" },
    kibibytes: { name: "upload-kib", points: 1024 * mebibyte, seconds: 24 * hour, onFailure: "open" },
  },
  network: {
    atOnce: 32,
    forms: { name: "uploads-network", points: 1500, seconds: hour, onFailure: "open" },
    kibibytes: { name: "upload-kib-network", points: 5 * 1024 * mebibyte, seconds: 24 * hour, onFailure: "open" },
  },
} as const;

/** The uploads of one account or network in this process: how many run, and which wait for one of them to end. */
type Line = { running: number; waiting: (() => void)[] };
const lines = new Map<string, Line>();

/** How many uploads wait for a turn in this process. */
export const uploadsWaiting = () => [...lines.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);

/** The most that may wait; a waiting upload is not read, so it holds almost no memory. */
const longestLine = 120;
const patienceMs = 30_000;
/** When to try again, in seconds. */
const waitSeconds = 5;

/**
 * Reads a form with files as one of its sender's uploads, which lasts until its files are discarded. Above the number
 * of concurrent uploads it waits for a turn; it is refused when too many wait already, or when the sender has used up
 * the number or the bytes. Aborted uploads count too.
 */
export async function asUpload(
  { actor, address }: Taking,
  read: (reportBytes: (bytes: number) => void) => Promise<Form>,
): Promise<Form> {
  const by = [
    { quota: quotas.sender, who: callerOf(actor) ?? `${actor.kind}:${networkOf(address)}` },
    { quota: quotas.network, who: networkOf(address) },
  ] as const;
  const ends: (() => void)[] = [];
  const end = () => {
    for (const one of ends.splice(0)) one();
  };
  let bytes = 0;
  try {
    for (const { quota, who } of by) ends.push(await begin(`${quota.forms.name} ${who}`, quota.atOnce));
    for (const { quota, who } of by) {
      await refuseUsedUp(quota.kibibytes, who);
      await countUse(quota.forms, who);
    }
    let form: Form;
    try {
      form = await read((more) => {
        bytes += more;
      });
    } finally {
      // The upload that crosses the limit is accepted; the next one is refused before it is sent.
      const kibibytes = Math.ceil(bytes / 1024);
      for (const { quota, who } of by) await countUse(quota.kibibytes, who, kibibytes).catch(unlessLimited);
    }
    return {
      fields: form.fields,
      discard: async () => {
        await form.discard();
        end();
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}

function unlessLimited(error: unknown) {
  if (!(error instanceof DomainError && error.kind === "limited")) throw error;
}

/** Takes a turn when one is free; returns a function that gives it back. */
async function begin(name: string, most: number) {
  const line = lines.get(name) ?? { running: 0, waiting: [] };
  lines.set(name, line);
  if (line.running < most) line.running += 1;
  else await turnIn(line);
  return () => {
    const next = line.waiting.shift();
    // The turn passes to the one that has waited longest.
    if (next) return next();
    line.running -= 1;
    if (line.running === 0) lines.delete(name);
  };
}

function turnIn({ waiting }: Line) {
  const refusal = limited(
    "upload.tooManyAtOnce",
    { seconds: waitSeconds },
    { name: "uploads-waiting", points: longestLine },
  );
  if (waiting.length >= longestLine) throw refusal;
  return new Promise<void>((resolve, reject) => {
    const takeTurn = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(takeTurn), 1);
      reject(refusal);
    }, patienceMs);
    waiting.push(takeTurn);
  });
}
