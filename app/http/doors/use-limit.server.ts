import { networkOf } from "#modules/access/index.ts";
import { type Actor, callerOf } from "#modules/kernel/actor.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import type { QuotaLeft } from "#modules/kernel/errors.ts";

/** How often one actor may do something in a minute: per account or person of a desk, or per network for the public. */
export type UseLimit = { readonly name: string; readonly account: number; readonly network: number };

/** What every public page, resource, intent and call declares: its limit, or a sentence that says why it has none. */
export type DeclaredLimit = UseLimit | string;

/** Calls that change something. Many people share a carrier's address; expensive calls have limits of their own. */
export const callLimit: UseLimit = { name: "api", account: 600, network: 120 };

/** Forms of pages: more than a person fills in, and enough for a network of many people. */
export const formLimit: UseLimit = { name: "forms", account: 300, network: 300 };

/** Lookups of guessable things (codes of partners) or expensive ones (a place on the map) (H25, H28). */
export const lookupLimit: UseLimit = { name: "lookup", account: 120, network: 120 };

/** Sums and counts over a whole list, requested by open pages: enough for a few windows that refresh every few seconds. */
export const tallyLimit: UseLimit = { name: "tally", account: 240, network: 240 };

/** The console's quick search: as fast as one types, on several desks of one network. */
export const findLimit: UseLimit = { name: "find", account: 240, network: 240 };

/** Files that are made for the reader: PDFs, archives, sheets. */
export const fileLimit: UseLimit = { name: "files", account: 120, network: 240 };

/** Selections for a bulk act: each one may hold thousands of rows. */
export const bulkLimit: UseLimit = { name: "bulk", account: 30, network: 30 };

/** Why requests that only read have no limit. */
export const reads = {
  everybodys: "A short list that is the same for everybody",
  byLink: "It reads one request by an id that nobody guesses",
  own: "It reads one page of what the account may see, found by an index",
  page: "It reads a few rows by an index and costs no more than the booking page",
  once: "It is the same for everybody and made once",
  leads: "It reads nothing and leads to another page",
  blob: "It sends a stored file as it is",
  prepared: "It sends a file that is prepared by a job, whose number is limited",
  stream: "Open streams are capped for an account and for a network",
  upload: "The quota of uploads counts its files and bytes",
} as const;

/**
 * Counts one use by an actor and returns what is left; refuses above the limit. When the limiter cannot be reached it
 * lets pass (R12).
 */
export async function countAsk(limit: DeclaredLimit, actor: Actor, address: string): Promise<QuotaLeft | undefined> {
  if (typeof limit === "string" || actor.kind === "system") return undefined;
  const byNetwork = actor.kind === "anyone";
  const points = byNetwork ? limit.network : limit.account;
  const asker = byNetwork ? networkOf(address) : callerOf(actor)!;
  const name = `${limit.name}-${byNetwork ? "network" : "account"}`;
  return countUse({ name, points, seconds: 60, onFailure: "open" }, asker);
}

/** A limit in words, for the API documentation. */
export const limitInWords = (limit: DeclaredLimit) =>
  typeof limit === "string"
    ? limit
    : `At most ${limit.account} a minute for an account, ${limit.network} for a network without one`;
