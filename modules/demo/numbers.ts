import { day, fromIst, istDate } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import type { Random } from "./random.ts";

const alphabet = "ACDEFGHJKMNPQRTUVWXY34679";

/** Generates human ids `REQ-261121-4F7K` that no ticket has, including tickets present before. */
export class Numbers {
  private random: Random;
  private taken = new Map<string, Set<string>>();
  private beginning: { checks: boolean; deleted: readonly string[] };

  private constructor(random: Random, beginning: Numbers["beginning"]) {
    this.random = random;
    this.beginning = beginning;
  }

  /** Checks once whether existing tickets must be avoided. */
  static async beside(random: Random): Promise<Numbers> {
    const some = await rows("select from tickets limit 1");
    const deleted =
      some.length > 0
        ? await rows<{ ticket_id: string }>("select ticket_id from tickets where deleted_at is not null")
        : [];
    return new Numbers(random, { checks: some.length > 0, deleted: deleted.map(({ ticket_id }) => ticket_id) });
  }

  /** Load the numbers taken on these days; earlier days are forgotten. */
  async prepare(first: number, last: number) {
    const dayOf = (instant: number) => fromIst(istDate(new Date(instant))).getTime();
    for (const known of this.taken.keys()) if (known < istDate(new Date(first))) this.taken.delete(known);
    if (!this.beginning.checks) return;
    const found = await rows<{ ticket_id: string }>(
      "select ticket_id from tickets where deleted_at is null and created_at >= $1 and created_at < $2",
      [new Date(dayOf(first)), new Date(dayOf(last) + day)],
    );
    for (const number of [...found.map(({ ticket_id }) => ticket_id), ...this.beginning.deleted]) {
      this.ofDay(`20${number.slice(4, 6)}-${number.slice(6, 8)}-${number.slice(8, 10)}`).add(number);
    }
  }

  /** An unused number for an instant's day (IST). */
  at(instant: number): string {
    const date = istDate(new Date(instant));
    const taken = this.ofDay(date);
    const prefix = `REQ-${date.slice(2, 4)}${date.slice(5, 7)}${date.slice(8)}-`;
    for (;;) {
      const number = prefix + this.random.letters(4, alphabet);
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
