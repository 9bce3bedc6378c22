import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { allOf, anyOf } from "#modules/kernel/db/sql.ts";
import {
  type Count,
  countRows,
  keysetPage,
  type Page,
  type Place,
  pageMap,
} from "#modules/kernel/lists/keyset.server.ts";
import { defineList } from "#modules/kernel/lists/list.server.ts";
import { searchByWords } from "#modules/kernel/lists/search-names.server.ts";
import { seesContacts } from "#modules/kernel/names.ts";
import { bound, optionalText, plainDigits } from "#modules/kernel/validation.ts";
import { needMay } from "../policy.ts";
import { type ConsumerRecord, type ConsumerRow, shownConsumer } from "./consumer-row.ts";

/* Customers as a list of the operators (002 §2.13). */

const ConsumersFilter = z.object({
  /** Words of the name, or a whole phone for those who may see it. */
  search: optionalText(60),
  from: bound("start"),
  to: bound("end"),
  oldestFirst: z.boolean().optional(),
});
type ConsumersFilter = z.output<typeof ConsumersFilter>;

const named = { select: sql`select c.id, c.name from consumers c`, id: sql`c.id`, name: sql`c.name` };

/** What was typed as a phone: ten digits, however they are grouped, with or without +91. */
const phoneIn = (search: string) => {
  const digits = plainDigits(search).replace(/\D/g, "");
  return digits.length >= 10 && digits.length <= 13 ? digits.slice(-10) : undefined;
};

async function filterCondition(actor: Actor, { search = "", from, to }: ConsumersFilter) {
  const phone = seesContacts(actor) ? phoneIn(search) : undefined;
  const conditions = [
    await searchByWords(search, { masked: !seesContacts(actor), ...named }),
    phone && sql`c.phone = ${phone}`,
  ];
  return allOf([
    sql`c.erased_at is null`,
    search && anyOf(conditions),
    from && sql`c.created_at >= ${from}`,
    to && sql`c.created_at <= ${to}`,
  ]);
}

/** What the requests of a customer `c` say: the device of the first, address and e-mail of the latest that has them. */
export const consumerJoins = sql`
  left join lateral (
    select t.device_id from tickets t where t.phone = c.phone and t.deleted_at is null order by t.created_at limit 1
  ) first on true
  left join lateral (
    select t.house_number, t.locality, t.city, t.state, t.pincode, t.country from tickets t
    where t.phone = c.phone and t.deleted_at is null order by t.created_at desc limit 1
  ) latest on true
  left join lateral (
    select t.email from tickets t where t.phone = c.phone and t.deleted_at is null and t.email is not null
    order by t.created_at desc limit 1
  ) reached on true`;

/** The columns of a customer, with what their requests say. */
export const consumerColumns = sql`c.id, c.name, c.phone, c.country_code as "countryCode", c.created_at as "createdAt",
  first.device_id as "deviceId", reached.email, latest.house_number as "houseNumber", latest.locality, latest.city,
  latest.state, coalesce(latest.pincode, c.pincode) as pincode, latest.country`;

/** A page of customers, those who registered last first; each row costs three looks into the index of their requests. */
async function consumers(
  actor: Actor,
  { after, before, take, ...filter }: ConsumersFilter & Place,
): Promise<Page<ConsumerRow>> {
  needMay(actor, "see");
  const where = await filterCondition(actor, filter);
  const page = await keysetPage<ConsumerRecord>(
    actor,
    { after, before, take },
    {
      markOf: ({ createdAt, id }) => ({ at: new Date(createdAt), id }),
      ascending: filter.oldestFirst ?? false,
    },
    ({ beyond, order, limit }) =>
      rows(
        sql`select ${consumerColumns} from (
           select * from consumers c where ${where} and ${beyond("c.created_at", "c.id")}
           order by ${order("c.created_at", "c.id")} limit ${limit}
         ) c ${consumerJoins} order by ${order("c.created_at", "c.id")}`,
      ),
  );
  return pageMap(page, (consumer) => shownConsumer(actor, consumer));
}

async function countConsumers(actor: Actor, filter: ConsumersFilter): Promise<Count> {
  needMay(actor, "see");
  return countRows(sql`from consumers c where ${await filterCondition(actor, filter)}`);
}

/** R427: the customers, in the order of columns of 002 §2.13. */
export const consumersList = defineList<typeof ConsumersFilter, ConsumerRow>({
  name: "consumers",
  title: "consumers.title",
  can: "view_Wallet",
  filter: ConsumersFilter,
  key: ({ id }) => id,
  page: consumers,
  count: countConsumers,
  columns: [
    {
      id: "avatar",
      label: "consumers.avatar",
      kind: "text",
      width: 64,
      value: ({ name }) => initials(name),
      on: "screen",
    },
    { id: "registered", label: "consumers.registered", kind: "moment", width: 92, value: ({ createdAt }) => createdAt },
    { id: "name", label: "common.name", kind: "text", width: 150, value: ({ name }) => name },
    { id: "email", label: "common.email", kind: "text", width: 120, value: ({ email }) => email },
    { id: "given", label: "consumers.given", kind: "count", width: 96, value: ({ referralsGiven }) => referralsGiven },
    {
      id: "received",
      label: "consumers.received",
      kind: "text",
      width: 100,
      value: ({ referralReceived }, tell) => tell(referralReceived ? "common.yes" : "consumers.notReferred"),
    },
    {
      id: "from",
      label: "consumers.from",
      kind: "text",
      width: 100,
      value: ({ fromApp }, tell) => tell(fromApp ? "consumers.app" : "consumers.web"),
    },
    { id: "address", label: "common.address", kind: "address", width: 190, value: ({ address }) => address },
  ],
});

/** The first letters of the first two words of a name, in place of a picture: customers send none. */
const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]!.toLocaleUpperCase("en-IN"))
    .join("");
