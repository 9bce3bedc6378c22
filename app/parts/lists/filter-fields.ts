import type { z } from "zod";
import { istDate } from "#modules/kernel/clock.ts";
import { lenient } from "#modules/kernel/validation.ts";

/*
 * A list's filter is declared once, in its definition. Pages read it from the address, show it in a form and pass it to
 * exports with these functions.
 */

type Lenient<Fields extends z.ZodRawShape> = {
  [Name in keyof Fields]: ReturnType<typeof lenient<Extract<Fields[Name], z.ZodType>>>;
};

/** A list's filter as query fields; invalid ones are ignored. */
export const filterFields = <Filter extends z.ZodObject>({ shape }: Filter) =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, lenient(field as z.ZodType)])) as Lenient<
    Filter["shape"]
  >;

/** The fields of a query that belong to the filter. */
export const filterIn = <Filter extends z.ZodObject>({ shape }: Filter, query: object) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name in shape)) as z.output<Filter>;

/** A filter as values of its form: instants as days (IST), missing fields as empty text. */
export const filterShown = <Filter extends z.ZodObject>({ shape }: Filter, query: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, shown(query[name])])) as Record<
    keyof Filter["shape"],
    string
  >;

const shown = (value: unknown) => (value instanceof Date ? istDate(value) : String(value ?? ""));
