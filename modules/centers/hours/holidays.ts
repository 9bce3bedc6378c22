import { UniqueConstraintViolationException } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { em, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { installation, record } from "#modules/kernel/db/history.ts";
import { conflict, invalid, missing } from "#modules/kernel/errors.ts";
import { needMay } from "../policy.ts";
import { HolidaySchema } from "./hours.entity.ts";
import type { AddHoliday, HolidayRef } from "./input.ts";

/** A day on which the centers of a state are closed; `state` is null for all of India. */
export type HolidayRow = { id: string; day: string; state: string | null; name: string };

/** How many are shown; a year has some twenty for each state. */
const most = 1_000;

/** The coming holidays of every state, soonest first. */
export async function holidays(actor: Actor): Promise<HolidayRow[]> {
  needMay(actor, "keepHolidays");
  return rows<HolidayRow>(
    sql`select id, to_char(day, 'YYYY-MM-DD') as day, state, name from holidays
        where day >= ${istDate()}::date order by day, state nulls first limit ${sql.lit(most)}`,
  );
}

/**
 * Close the centers of a state, or of all of India, on a day from today on. Visits that were agreed for it stay. Refuses
 * a day that is on the list of that state already.
 */
export async function addHoliday(actor: Actor, { day, state, name }: AddHoliday): Promise<{ holidayId: string }> {
  needMay(actor, "keepHolidays");
  if (day < istDate()) throw invalid("hours.past", { day: "hours.past" });
  try {
    return await transaction(async () => {
      const holiday = em().create(HolidaySchema, { day, state: state ?? null, name });
      await em().flush();
      const data = { day, state: state ?? null, name };
      await record(actor, { ...installation, event: "holiday.added", data });
      return { holidayId: holiday.id };
    });
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw conflict("holiday.taken");
    throw error;
  }
}

/** Take a holiday off the list. */
export const removeHoliday = (actor: Actor, { holidayId }: HolidayRef): Promise<void> =>
  transaction(async () => {
    needMay(actor, "keepHolidays");
    const holiday = await em().findOne(HolidaySchema, { id: holidayId });
    if (!holiday) throw missing("holiday.notFound");
    const { day, state = null, name } = holiday;
    await em().remove(holiday).flush();
    await record(actor, { ...installation, event: "holiday.removed", data: { day, state, name } });
  });
