import { type Actor, type ActorOf, permissions } from "#modules/kernel/actor.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { withDatabase } from "../../embedded/database.ts";
import { house } from "../../house.ts";
import { type GlobalOptions, show, UsageError } from "../../run.ts";
import { rolledBack } from "../rolled-back.ts";
import { adminOf } from "../wallet.ts";

/** The options of a command that reads as an admin, or as the house itself. */
export type Operating = GlobalOptions & { as?: string };

/** The options of a command that changes something. */
export type Acting = Operating & { dryRun?: boolean; yes?: boolean };

/** The admin named by --as with their rights of this moment, or the house, which may do everything. */
export const operatorOf = async ({ as }: { as?: string }): Promise<Actor> =>
  as === undefined ? house() : adminOf({ as });

const nobody = "00000000-0000-7000-8000-000000000000";

/**
 * How the house reads what people wrote and how they are reached: like an admin with every permission who sees no phone.
 * What stands on a terminal or in a file is not masked afterwards; a SUPER_ADMIN named by --as sees it whole.
 */
const reader: ActorOf<"admin"> = {
  kind: "admin",
  adminId: nobody,
  name: "the house",
  role: "ROLE",
  permissions,
  sessionId: nobody,
};

/** Runs a read of requests as the operator. */
export const readingPeople = <T>(options: Operating, read: (actor: Actor) => Promise<T>): Promise<T> =>
  reading(options, (actor) => read(actor.kind === "system" ? reader : actor));

/** Runs a read as the operator. */
export const reading = <T>(options: Operating, read: (actor: Actor) => Promise<T>): Promise<T> =>
  withDatabase(async () => read(await operatorOf(options)));

/** Writes, beside what an admin's act recorded, that it came from this machine; in the act's transaction. */
export async function audited(actor: Actor, command: string, data: Record<string, unknown> = {}) {
  if (actor.kind !== "admin") return;
  const auditEntry = {
    subject: "admin",
    id: actor.adminId,
    event: "admin.usedTheShell",
    data: { command, ...data },
  } as const;
  await record(house(), auditEntry);
}

export type Done<T> = { result: T; happened: boolean };

/**
 * Does one thing as the operator, in one transaction with its audit row. With --dry-run, and until --yes is said where the
 * command asks for it, everything is checked and rolled back.
 */
export const acting = <T>(
  options: Acting,
  command: string,
  act: (actor: Actor) => Promise<T>,
  { asks = true } = {},
): Promise<Done<T>> =>
  withDatabase(async () => {
    const actor = await operatorOf(options);
    if (options.dryRun || (asks && !options.yes))
      return { result: await rolledBack(() => act(actor)), happened: false };
    const result = await transaction(async () => {
      const done = await act(actor);
      await audited(actor, command);
      return done;
    });
    return { result, happened: true };
  });

/** Tells what was done, or would be; without --yes that is a usage error. */
export function tellDone<T>({ result, happened }: Done<T>, words: string, options: Acting) {
  if (happened) return show({ done: result }, words, options);
  if (!options.dryRun) throw new UsageError(`This would be: ${words}\nSay --yes to do it.`);
  show({ wouldDo: result }, `would be: ${words}`, options);
}

/** How many rows a list shows; refuses what is out of its range. */
export function needTake(take: number, most = 500) {
  if (take < 1 || take > most) throw new UsageError(`--take is 1 to ${most}`);
}
