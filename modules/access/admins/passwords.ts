import { hash, verify } from "@node-rs/argon2";
import { limited } from "#modules/kernel/errors.ts";

/** argon2id (2 in the library's numbering, whose enum does not exist at run time), 64 MiB, three passes. */
const settings = { algorithm: 2, memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 };
const currentForm = "$argon2id$v=19$m=65536,t=3,p=1$";

/** At most two at a time, to leave memory and CPU for everything else. A longer queue than this is an attack. */
const together = 2;
const longestQueue = 100;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= together) {
    if (waiting.length >= longestQueue)
      throw limited("error.tooMany", { seconds: 1 }, { name: "passwords-waiting", points: longestQueue });
    // A finished job hands its place directly to the first in the queue, so that no later caller overtakes it.
    await new Promise<void>((turn) => waiting.push(turn));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** The argon2id hash of a password, as a PHC string. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, settings));

/** A hash no password matches, so that an unknown user takes as long as a known one. */
const nobody = `${currentForm}bm9ib2R5bm9ib2R5bm9ib2R5$0Gm3mUqjOjMOrdMMFq3NlfZCeXkDcHrXYoYvB9d5IIc`;

/** Whether a password matches a hash; without a hash, the same work is done and the answer is no. */
export async function passwordFits(password: string, stored: string | undefined): Promise<boolean> {
  const fits = await inTurn(() => verify(stored ?? nobody, password));
  return fits && stored !== undefined;
}

/** Whether a hash was made with other settings than the current ones. */
export const isOutdated = (stored: string) => !stored.startsWith(currentForm);
