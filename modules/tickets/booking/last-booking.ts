import { sql } from "kysely";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { textColumns } from "../fields/text-columns.ts";
import { visitNames } from "../fields/texts.ts";

/** Name, phone and address of the last request from the browser's verified phones, to prefill the booking form (B1). */
export async function lastBooking({ phones }: ActorOf<"anyone">): Promise<Record<string, string> | undefined> {
  if (phones.length === 0) return undefined;
  const booking = await row<Record<string, string | null>>(
    sql`select t.name, t.phone, t.pincode, ${textColumns(visitNames)} from tickets t
     where t.phone = any(${[...phones]}::text[]) and t.deleted_at is null order by t.created_at desc, t.id desc limit 1`,
  );
  if (!booking) return undefined;
  return Object.fromEntries(Object.entries(booking).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
