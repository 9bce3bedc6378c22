import { p } from "@mikro-orm/postgresql";
import { now } from "../clock.ts";
import type { Paise } from "../money.ts";
import { rowId } from "./row-id.ts";

/** Column kinds every entity uses, so that ids, times and money look the same in each table. */

/** Internal primary key, UUIDv7 (fixed point 1). */
export const primaryKey = () =>
  p
    .uuid()
    .primary()
    .onCreate(() => rowId());

/** An instant, timestamptz to the millisecond. */
export const instant = () => p.datetime().columnType("timestamptz(3)");

/** When the row was made. */
export const createdAt = () => instant().onCreate(() => now());

/** When the row was last written. */
export const updatedAt = () =>
  instant()
    .onCreate(() => now())
    .onUpdate(() => now());

/** Money in whole paise. */
export const paise = () => p.bigint("number").$type<Paise>();

/** Text of any length; the input schemas limit what callers send. */
export const words = () => p.text();

/** A country code, +91 unless said otherwise. */
export const countryCode = () => p.text().default("+91");
