import type { z } from "zod";
import type { MessageKey } from "#modules/messages/index.ts";
import { type Actor, can, need, type Permission } from "../actor.ts";
import { DomainError, denied } from "../errors.ts";
import { type AnyList, needList, type Picked } from "./list.server.ts";
import { ownerNow } from "./owners.server.ts";

/*
 * A bulk verb applies an ordinary verb of a module to many rows of a list. It is declared here; bulk-act.server.ts stores
 * the selected rows and starts the act, bulk-run.server.ts processes them, bulk-result.server.ts reads the results.
 */

/** The most rows one bulk act may have. */
export const mostRows = 10_000;

/** The most bulk acts of one admin that may run at a time. */
export const mostRunning = 3;

export type BulkVerb<Input extends z.ZodObject = z.ZodObject> = {
  /** Stored with its acts and in the history; also the intent of its form. */
  name: string;
  /** A list of the rows it works on; it is offered on every list of the same rows. */
  list: AnyList;
  /** The permission an admin needs; asked again for each row. */
  can: Permission;
  /** Whether the verb refuses every row of this actor whatever it is: it is not offered then and refused as a whole. */
  refuses?: (actor: Actor) => boolean;
  /** The text of its button. */
  label: MessageKey;
  /** The confirmation question; `n` is the number of rows. */
  question: MessageKey;
  /** The input, given once for all rows. */
  input: Input;
  /** Processes one row in the running transaction; a conflict skips the row, any other refusal fails it. */
  run: (actor: Actor, row: Picked, input: z.output<Input>) => Promise<unknown>;
};

const verbs = new Map<string, BulkVerb>();

/** Declare a bulk verb, so that the job finds it by name. */
export function defineBulk<Input extends z.ZodObject>(verb: BulkVerb<Input>): BulkVerb<Input> {
  verbs.set(verb.name, verb as unknown as BulkVerb);
  return verb;
}

/** The bulk verb with this name; an undeclared name is a bug. */
export function bulkNamed(name: string): BulkVerb {
  const verb = verbs.get(name);
  if (!verb) throw new Error(`there is no bulk verb ${name}`);
  return verb;
}

/** The bulk verbs of the rows of a list. */
export const bulksOn = (list: AnyList) => [...verbs.values()].filter((verb) => worksOn(verb, list));

/** The bulk verbs of a list that an actor may use. */
export const bulksFor = (actor: Actor, list: AnyList) =>
  bulksOn(list).filter((verb) => can(actor, verb.can) && !verb.refuses?.(actor));

const worksOn = (verb: Pick<BulkVerb, "list">, list: AnyList) =>
  verb.list.name === list.name || (list.rowsAre !== undefined && verb.list.rowsAre === list.rowsAre);

/** Refuse an actor who lacks what a verb or the list of the selection asks for, or whom the verb refuses. */
export function needBulk(actor: Actor, verb: Pick<BulkVerb, "name" | "can" | "refuses" | "list">, list: AnyList) {
  if (!worksOn(verb, list)) throw new Error(`${verb.name} does not work on the rows of ${list.name}`);
  needList(actor, list);
  need(actor, verb.can);
  if (verb.refuses?.(actor)) throw denied();
}

/** The admin of an act with their current rights, or undefined if they may not perform the verb any more. */
export async function stillAllowed(adminId: string, verb: BulkVerb, list: AnyList): Promise<Actor | undefined> {
  try {
    const actor = await ownerNow({ subject: "admin", id: adminId });
    needBulk(actor, verb, list);
    return actor;
  } catch (error) {
    if (error instanceof DomainError && (error.kind === "denied" || error.kind === "unauthenticated")) return undefined;
    throw error;
  }
}
