import { sql } from "kysely";
import { day, fromIst, istDate } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import type { Random } from "./random.ts";

const alphabet = "ACDEFGHJKMNPQRTUVWXY34679";

/** Generates human ids `REQ-261121-4F7K` that no ticket has, including tickets present before. */
export class Numbers {
  private random: Random | undefined;
  private known = new Map<string, string>();
  private taken = new Map<string, Set<string>>();
  private beginning: { checks: boolean; deleted: readonly string[] };

  private constructor(beginning: Numbers["beginning"]) {
    this.beginning = beginning;
  }

  /** Checks once whether existing tickets must be avoided. */
  static async avoidingExisting(): Promise<Numbers> {
    const some = await rows(sql`select from tickets limit 1`);
    const deleted =
      some.length > 0
        ? await rows<{ ticket_id: string }>(sql`select ticket_id from tickets where deleted_at is not null`)
        : [];
    return new Numbers({ checks: some.length > 0, deleted: deleted.map(({ ticket_id }) => ticket_id) });
  }

  /** Load the numbers that the tickets of a time have, so that the same tickets, generated again, keep theirs. */
  async recall(first: number, last: number) {
    const tickets = await rows<{ id: string; ticket_id: string }>(
      sql`select id, ticket_id from tickets where created_at >= ${new Date(Math.floor(first))} and created_at <= ${new Date(Math.ceil(last))}`,
    );
    this.random = undefined;
    this.known = new Map(tickets.map(({ id, ticket_id }) => [id, ticket_id]));
  }

  /** Load the numbers taken on these days, and draw new ones from `random`; earlier days are forgotten. */
  async prepare(first: number, last: number, random: Random) {
    this.random = random;
    const dayOf = (instant: number) => fromIst(istDate(new Date(instant))).getTime();
    for (const known of this.taken.keys()) if (known < istDate(new Date(first))) this.taken.delete(known);
    if (!this.beginning.checks) return;
    const tickets = await rows<{ ticket_id: string }>(
      sql`select ticket_id from tickets where deleted_at is null and created_at >= ${new Date(dayOf(first))} and created_at < ${new Date(dayOf(last) + day)}`,
    );
    for (const number of [...tickets.map(({ ticket_id }) => ticket_id), ...this.beginning.deleted]) {
      this.ofDay(`20${number.slice(4, 6)}-${number.slice(6, 8)}-${number.slice(8, 10)}`).add(number);
    }
  }

  /** The number a recalled ticket has, or an unused one of an instant's day (IST). */
  at(id: string, instant: number): string {
    const { random } = this;
    if (!random) {
      const has = this.known.get(id);
      if (!has) throw new Error(`${id} is not among the tickets of its time: another version generated them`);
      return has;
    }
    const date = istDate(new Date(instant));
    const taken = this.ofDay(date);
    const prefix = `REQ-${date.slice(2, 4)}${date.slice(5, 7)}${date.slice(8)}-`;
    for (;;) {
      const number = prefix + random.letters(4, alphabet);
      if (taken.has(number)) continue;
      taken.add(number);
      return number;
    }
  }

  private ofDay(date: string): Set<string> {
    const taken = this.taken.get(date) ?? new Set();
    if (taken.size === 0) this.taken.set(date, taken);
    return taken;
  }
}
