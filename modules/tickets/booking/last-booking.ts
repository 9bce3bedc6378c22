import { sql } from "kysely";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { row } from "#modules/kernel/db/db.server.ts";

type AddressRow = {
  name: string;
  phone: string;
  house_number: string | null;
  locality: string | null;
  city: string | null;
  state: string | null;
  pincode: string;
};

/** Name, phone and address of the last request from the browser's verified phones, to prefill the booking form (B1). */
export async function lastBooking({ phones }: ActorOf<"anyone">): Promise<Record<string, string> | undefined> {
  if (phones.length === 0) return undefined;
  const booking = await row<AddressRow>(
    sql`select name, phone, house_number, locality, city, state, pincode from tickets
     where phone = any(${[...phones]}::text[]) and deleted_at is null order by created_at desc, id desc limit 1`,
  );
  if (!booking) return undefined;
  const { house_number: houseNumber, ...rest } = booking;
  return Object.fromEntries(
    Object.entries({ houseNumber, ...rest }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}
