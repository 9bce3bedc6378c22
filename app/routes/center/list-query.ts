import { z } from "zod";
import { day, fromIst } from "#modules/kernel/clock.ts";

/** Whatever is odd in an address is left out, not refused. */
export const lenient = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined as never);

/** What the list of technicians is narrowed to. */
export const TechniciansFilter = z.object({ search: lenient(z.string().trim().max(60)) });

/** A day of India as `YYYY-MM-DD`, as a date field sends it. */
export const istDay = z.iso.date();

/** A row's place in its list, as the page before gave it. */
export const cursor = lenient(z.string().max(100));

type Days = { from?: string | undefined; to?: string | undefined };

/** The time of the days from `from` to `to`, both whole, in India: its first and its last instant. */
export const timeOf = ({ from, to }: Days) => ({
  from: from ? fromIst(from) : undefined,
  to: to ? new Date(fromIst(to).getTime() + day - 1) : undefined,
});
