import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { allOf, anyOf, type Sql } from "#modules/kernel/db/sql.ts";
import { type Count, countRows, type Page, type Place, pageByCreation } from "#modules/kernel/lists/keyset.server.ts";
import { type Column, defineList } from "#modules/kernel/lists/list.server.ts";
import { searchByWords } from "#modules/kernel/lists/search-names.server.ts";
import { seesContacts } from "#modules/kernel/names.ts";
import { bound, id, optionalText, plainDigits } from "#modules/kernel/validation.ts";
import { centerStateWord } from "../labels.ts";
import { may, needMay } from "../policy.ts";
import { ratedText } from "../ratings.ts";
import { centerState, listedStates } from "../state.ts";
import { type DeskCenter, deskCentersWhere } from "./desk-center.ts";

/* The centers as lists of the operators (002 §2.9). */

export const subscriptionStates = ["subscribed", "notSubscribed"] as const;

const CentersFilter = z.object({
  /** Words of the name, a QR id, or a pincode or phone for those who may see them. */
  search: optionalText(60),
  status: z.enum(listedStates).optional(),
  serviceId: id.optional(),
  subscription: z.enum(subscriptionStates).optional(),
  /** Only those that are disabled for something. */
  disabled: z.enum(["yes"]).optional(),
  /** Only those that wait for an answer to what they wrote. */
  appeal: z.enum(["open"]).optional(),
  from: bound("start"),
  to: bound("end"),
  oldestFirst: z.boolean().optional(),
});
type CentersFilter = z.output<typeof CentersFilter>;

/** R383: fewer characters than these find nothing to edit, and no phone. */
const shortestSearch = 4;

const named = {
  select: sql`select c.id, c.center_name as name from centers c`,
  id: sql`c.id`,
  name: sql`c.center_name`,
};

/** A search as a condition: each branch has an index. */
async function searched(actor: Actor, search: string): Promise<Sql> {
  const digits = plainDigits(search).replace(/\D/g, "");
  const conditions = [
    await searchByWords(search, { masked: !seesContacts(actor), ...named }),
    sql`c.id in (select q.center_id from partner_qrs q where q.qr_id = upper(${search}))`,
    digits.length === 6 && may(actor, "seePincodes") && pincodeIs(digits),
    digits.length >= shortestSearch && may(actor, "seeContacts") && phoneBegins(digits.slice(-10)),
    // Only the whole number finds its center for who does not see it: they change the centers that call them (R383), and
    // a number that is not known by heart cannot be tried out, being one of a thousand million.
    digits.length >= 10 && may(actor, "keepCenter") && sql`c.phone = ${digits.slice(-10)}`,
  ];
  return anyOf(conditions);
}

const pincodeIs = (pincode: string) =>
  sql`c.pincode = ${pincode} or c.id in (select p.center_id from center_pincodes p where p.pincode = ${pincode})`;

const phoneBegins = (digits: string) => sql`c.phone between ${digits} and ${digits} || '9999999999'`;

async function filterCondition(actor: Actor, filter: CentersFilter) {
  needMay(actor, "seeCenters");
  const { search, status, serviceId, subscription, disabled, appeal, from, to } = filter;
  const subscribed = subscription && sql`coalesce(c.subscribe_end_date > ${now()}, false)`;
  return allOf([
    sql`c.is_active <> ${sql.lit(centerState.DELETED)}`,
    search && (await searched(actor, search)),
    status && sql`c.is_active = ${centerState[status]}`,
    serviceId && sql`c.id in (select o.center_id from center_services o where o.service_id = ${serviceId})`,
    subscribed && (subscription === "subscribed" ? subscribed : sql`not ${subscribed}`),
    disabled && sql`(c.login_disabled or c.broadcast_disabled)`,
    appeal && sql`c.id in (select a.center_id from center_appeals a where a.closed_at is null)`,
    from && sql`c.created_at >= ${from}`,
    to && sql`c.created_at <= ${to}`,
  ]);
}

/** A page of the centers that are not deleted (Q127), newest first; masked for the asking admin. */
async function listCenters(
  actor: Actor,
  { after, before, take, ...filter }: CentersFilter & Place,
): Promise<Page<DeskCenter>> {
  const where = await filterCondition(actor, filter);
  return pageByCreation<DeskCenter>(actor, { after, before, take, oldestFirst: filter.oldestFirst }, "c", (rest) =>
    deskCentersWhere(actor, sql`${where} ${rest}`),
  );
}

async function countCenters(actor: Actor, filter: CentersFilter): Promise<Count> {
  return countRows(sql`from centers c where ${await filterCondition(actor, filter)}`);
}

const names = (services: readonly { serviceName: string }[]) =>
  services.map(({ serviceName }) => serviceName).join(", ");

/** The columns both lists have. */
const name: Column<DeskCenter> = {
  id: "name",
  label: "common.name",
  kind: "text",
  width: 204,
  value: ({ centerName }) => centerName,
};
const phone: Column<DeskCenter> = {
  id: "phone",
  label: "common.phone",
  kind: "text",
  width: 112,
  value: ({ phone }) => phone,
};
const qr: Column<DeskCenter> = {
  id: "qr",
  label: "common.qrCode",
  kind: "text",
  width: 104,
  value: ({ qr }) => qr?.qrId,
};
const primary: Column<DeskCenter> = {
  id: "primary",
  label: "centers.primary",
  kind: "service",
  width: 150,
  value: ({ primaryService }) => primaryService?.serviceName,
};
const status: Column<DeskCenter> = {
  id: "status",
  label: "common.status",
  kind: "text",
  width: 120,
  always: true,
  value: ({ isActive }, tell) => tell(centerStateWord(isActive)),
};
const created: Column<DeskCenter> = {
  id: "created",
  label: "centers.createdAt",
  kind: "moment",
  width: 140,
  sorts: true,
  value: ({ createdAt }) => createdAt,
};

/** R374, R375, R482: All Centers. */
export const centersList = defineList<typeof CentersFilter, DeskCenter>({
  name: "centers",
  title: "centers.all",
  can: "view_center_details.full_access",
  filter: CentersFilter,
  key: ({ id }) => id,
  page: listCenters,
  count: countCenters,
  columns: [
    name,
    { id: "closed", label: "centers.closed", kind: "count", width: 146, value: ({ closedTickets }) => closedTickets },
    {
      id: "limit",
      label: "centers.limit",
      kind: "count",
      width: 150,
      value: ({ ticketAcceptLimit }) => ticketAcceptLimit,
    },
    { id: "subscribed", label: "centers.subscribed", kind: "yesNo", width: 96, value: ({ subscribed }) => subscribed },
    phone,
    qr,
    {
      id: "served",
      label: "common.servicePincode",
      kind: "text",
      width: 120,
      value: ({ pincodes }) => pincodes.join(", "),
      seenBy: (actor) => may(actor, "seePincodes"),
    },
    {
      id: "pincode",
      label: "centers.addressPincode",
      kind: "text",
      width: 110,
      value: ({ pincode }) => pincode,
      seenBy: (actor) => may(actor, "seePincodes"),
    },
    primary,
    {
      id: "secondary",
      label: "centers.secondary",
      kind: "service",
      width: 150,
      value: ({ secondaryServices }) => names(secondaryServices),
    },
    status,
    created,
    { id: "onboarder", label: "centers.onboardedBy", kind: "text", width: 130, value: ({ onboarder }) => onboarder },
    {
      id: "clients",
      label: "common.authorizedForClients",
      kind: "text",
      width: 160,
      value: ({ clients }) => clients.map(({ clientName }) => clientName).join(", "),
    },
    {
      id: "otp",
      label: "centers.otp",
      kind: "yesNo",
      width: 120,
      value: ({ phoneVerifiedAt }) => phoneVerifiedAt !== null,
    },
    {
      id: "subscribedUntil",
      label: "centers.subscribedUntil",
      kind: "moment",
      width: 150,
      value: ({ subscribeEndDate }) => subscribeEndDate,
    },
    { id: "qrStatus", label: "centers.qrStatus", kind: "text", width: 100, value: ({ qr }) => qr?.status },
    {
      id: "rating",
      label: "centers.rating",
      kind: "text",
      width: 110,
      value: ({ averageRating }) => averageRating?.toFixed(1),
    },
    {
      id: "verified",
      label: "common.viewVerificationDetails",
      kind: "yesNo",
      width: 150,
      value: ({ verifiedAt }) => verifiedAt !== null,
    },
    {
      id: "feedback",
      label: "common.feedbackRating",
      kind: "text",
      width: 124,
      value: ({ feedback }) => ratedText(feedback),
    },
    { id: "legalName", on: "file", label: "center.fact.legalName", kind: "text", value: ({ legalName }) => legalName },
    { id: "gstin", on: "file", label: "center.fact.gstin", kind: "text", value: ({ gstin }) => gstin },
  ],
});

const nothing: Page<DeskCenter> = { rows: [], next: null, previous: null, head: null };
const isLong = ({ search = "" }: CentersFilter) => search.trim().length >= shortestSearch;

/** R383: centers to edit, found by what is typed; empty until it is longer than 3 characters. */
export const centersToEditList = defineList<typeof CentersFilter, DeskCenter>({
  name: "centers-to-edit",
  title: "centers.edit",
  can: "view_center_details.full_access",
  filter: CentersFilter,
  key: ({ id }) => id,
  page: async (actor, query) => {
    needMay(actor, "seeCenters");
    return isLong(query) ? listCenters(actor, query) : nothing;
  },
  count: async (actor, filter) => (isLong(filter) ? countCenters(actor, filter) : { n: 0, exact: true }),
  columns: [
    name,
    phone,
    qr,
    {
      id: "pincode",
      label: "common.pincode",
      kind: "text",
      width: 110,
      value: ({ pincode }) => pincode,
      seenBy: (actor) => may(actor, "seePincodes"),
    },
    primary,
    status,
    created,
    {
      id: "closed",
      label: "common.closedRequests",
      kind: "count",
      width: 146,
      value: ({ closedTickets }) => closedTickets,
    },
    {
      id: "verified",
      label: "common.verified",
      kind: "yesNo",
      width: 150,
      value: ({ verifiedAt }) => verifiedAt !== null,
    },
  ],
});

/** All centers for admin/get-all-centers: one page, optionally those of a phone (for a SUPER_ADMIN) or of some days. */
export async function centersFor(
  actor: Actor,
  { mobile, ...filter }: { mobile?: string | undefined; from?: Date | undefined; to?: Date | undefined } & Place,
): Promise<Page<DeskCenter>> {
  if (mobile === undefined) return listCenters(actor, filter);
  needMay(actor, "seeCenters");
  return may(actor, "seeContacts") ? listCenters(actor, { ...filter, search: mobile }) : nothing;
}
