import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { allOf } from "#modules/kernel/db/sql.ts";
import {
  type Count,
  countRows,
  type Page,
  type Place,
  pageByCreation,
  pageMap,
} from "#modules/kernel/lists/keyset.server.ts";
import { defineList } from "#modules/kernel/lists/list.server.ts";
import { searchInNames } from "#modules/kernel/lists/search-names.server.ts";
import { maskStars } from "#modules/kernel/mask.ts";
import type { Paise } from "#modules/kernel/money.ts";
import { nameFor, seesContacts } from "#modules/kernel/names.ts";
import { bound, optionalText } from "#modules/kernel/validation.ts";
import { may, needMay } from "../policy.ts";
import { requirements } from "../shared.ts";

/* The clients as a list (002 §2.7). */

const ClientsFilter = z.object({
  /** A part of the client's name, its id, its product, its contact person or its city. */
  search: optionalText(60),
  requirement: z.enum(requirements).optional(),
  from: bound("start"),
  to: bound("end"),
  oldestFirst: z.boolean().optional(),
});
type ClientsFilter = z.output<typeof ClientsFilter>;

/** A client in the list; the papers masked, the phone as stars for who may not see it. */
export type ClientLine = {
  id: string;
  clientId: string | null;
  clientName: string;
  productName: string | null;
  productCategory: string | null;
  specificRequirement: string | null;
  pricePaise: Paise | null;
  contactName: string | null;
  contactPhone: string | null;
  officialEmail: string | null;
  city: string | null;
  state: string | null;
  gst: string | null;
  category: string[];
  users: number;
  createdAt: Date;
};

const searchable = sql`concat_ws(' ', c.client_name, c.client_id, c.product_name, c.contact_name, c.city)`;

/** A part of what stands in a client's row, as the reader sees it there. */
const searched = (actor: Actor, search: string) =>
  searchInNames({
    masked: !seesContacts(actor),
    select: sql`select c.id, ${searchable} as name from clients c`,
    id: sql`c.id`,
    name: searchable,
    condition: sql`position(${search.toLowerCase()} in lower(${searchable})) > 0`,
    fits: (shown) => shown.toLowerCase().includes(search.toLowerCase()),
  });

async function filterCondition(actor: Actor, { search, requirement, from, to }: ClientsFilter) {
  needMay(actor, "seeClients");
  return allOf([
    sql`c.deleted_at is null`,
    search && (await searched(actor, search)),
    requirement && sql`c.specific_requirement = ${requirement}`,
    from && sql`c.created_at >= ${from}`,
    to && sql`c.created_at <= ${to}`,
  ]);
}

async function listClients(
  actor: Actor,
  { after, before, take, ...filter }: ClientsFilter & Place,
): Promise<Page<ClientLine>> {
  const where = await filterCondition(actor, filter);
  const page = await pageByCreation<ClientLine>(
    actor,
    { after, before, take, oldestFirst: filter.oldestFirst },
    "c",
    (rest) =>
      rows(
        sql`select c.id, c.client_id as "clientId", c.client_name as "clientName", c.product_name as "productName",
                c.product_category as "productCategory", c.specific_requirement as "specificRequirement",
                c.price_paise::float8 as "pricePaise", c.contact_name as "contactName",
                c.contact_phone as "contactPhone", c.official_email as "officialEmail", c.city, c.state,
                c.gst_masked as gst, c.category, c.created_at as "createdAt",
                (select count(*)::int from admins a where a.client_id = c.id and a.deleted_at is null) as users
           from clients c where ${where} ${rest}`,
      ),
  );
  const whole = may(actor, "seeContactPhone");
  return pageMap(page, (line) => ({
    ...line,
    clientName: nameFor(actor, line.clientName),
    productName: nameFor(actor, line.productName),
    contactName: nameFor(actor, line.contactName),
    city: nameFor(actor, line.city),
    contactPhone: line.contactPhone && (whole ? line.contactPhone : maskStars()),
  }));
}

async function countClients(actor: Actor, filter: ClientsFilter): Promise<Count> {
  return countRows(sql`from clients c where ${await filterCondition(actor, filter)}`);
}

/** R362: the clients, newest first. */
export const clientsList = defineList<typeof ClientsFilter, ClientLine>({
  name: "clients",
  title: "clients.list",
  can: "view_clients.full_access",
  filter: ClientsFilter,
  key: ({ id }) => id,
  page: listClients,
  count: countClients,
  columns: [
    { id: "clientName", label: "clients.name", kind: "text", width: 160, value: ({ clientName }) => clientName },
    { id: "clientId", label: "clients.id", kind: "text", width: 106, off: true, value: ({ clientId }) => clientId },
    { id: "product", label: "clients.product", kind: "text", width: 108, value: ({ productName }) => productName },
    {
      id: "productCategory",
      label: "clients.productCategory",
      kind: "text",
      width: 140,
      off: true,
      value: ({ productCategory }) => productCategory,
    },
    {
      id: "requirement",
      label: "clients.requirement",
      screenLabel: "clients.requirementShort",
      kind: "text",
      width: 106,
      value: ({ specificRequirement }) => specificRequirement,
    },
    { id: "price", label: "clients.price", kind: "rupees", width: 80, value: ({ pricePaise }) => pricePaise },
    { id: "contact", label: "clients.contact", kind: "text", width: 154, value: ({ contactName }) => contactName },
    { id: "phone", label: "common.phone", kind: "text", width: 102, value: ({ contactPhone }) => contactPhone },
    {
      id: "email",
      label: "clients.email",
      kind: "text",
      width: 180,
      off: true,
      value: ({ officialEmail }) => officialEmail,
    },
    { id: "city", label: "common.city", kind: "text", width: 96, value: ({ city }) => city },
    { id: "state", label: "common.state", kind: "address", width: 130, off: true, value: ({ state }) => state },
    { id: "gst", label: "clients.gst", kind: "text", width: 160, off: true, value: ({ gst }) => gst },
    {
      id: "category",
      label: "common.category",
      kind: "text",
      width: 150,
      off: true,
      value: ({ category }) => category.join(", "),
    },
    { id: "users", label: "common.users", kind: "count", width: 70, off: true, value: ({ users }) => users },
    {
      id: "created",
      label: "common.createdAt",
      kind: "moment",
      width: 92,
      sorts: true,
      value: ({ createdAt }) => createdAt,
    },
  ],
});
