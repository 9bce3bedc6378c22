import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, rows } from "#modules/kernel/db/db.server.ts";
import { allOf, type Sql } from "#modules/kernel/db/sql.ts";
import { type Count, countRows, keysetPage, type Page, type Place } from "#modules/kernel/lists/keyset.server.ts";
import { defineList } from "#modules/kernel/lists/list.server.ts";
import { bound } from "#modules/kernel/validation.ts";
import { needMay } from "../policy.ts";
import { type OfferRow, type OfferStatus, offerSorts, offerStatuses } from "../shared.ts";
import { presentOffer } from "./active-offers.ts";
import { OfferSchema } from "./offer.entity.ts";

/* The offers as a list (002 §2.14, R431). */

const OffersFilter = z.object({
  status: z.enum(offerStatuses).optional(),
  /** The days it was created. */
  from: bound("start"),
  to: bound("end"),
  sort: z.enum(offerSorts).optional(),
  oldestFirst: z.boolean().optional(),
});
type OffersFilter = z.output<typeof OffersFilter>;

/** The offers of a status at an instant, as `statusOf` says it of a row. */
const conditions: Record<OfferStatus, (at: Sql) => Sql> = {
  OFF: () => sql`not o.is_active`,
  OVER: (at) => sql`o.is_active and o.to_date < ${at}`,
  COMING: (at) => sql`o.is_active and o.from_date > ${at} and o.to_date >= ${at}`,
  USED_UP: (at) => sql`o.is_active and ${at} between o.from_date and o.to_date and o.uses >= o.total_uses`,
  RUNNING: (at) =>
    sql`o.is_active and ${at} between o.from_date and o.to_date and (o.total_uses is null or o.uses < o.total_uses)`,
};

function filterCondition(actor: Actor, { status, from, to }: OffersFilter) {
  needMay(actor, "keepOffers");
  return allOf([
    status && sql`(${conditions[status](sql`${now()}::timestamptz`)})`,
    from && sql`o.created_at >= ${from}`,
    to && sql`o.created_at <= ${to}`,
  ]);
}

/** A page of the offers, for admins with `view_offers`: newest first, or the one that ends first (R431). */
async function listOffers(
  actor: Actor,
  { after, before, take, ...filter }: OffersFilter & Place,
): Promise<Page<OfferRow>> {
  const where = filterCondition(actor, filter);
  const byExpiry = filter.sort === "expiry";
  const sorted = byExpiry ? "o.to_date" : "o.created_at";
  return keysetPage<OfferRow>(
    actor,
    { after, before, take },
    {
      markOf: ({ createdAt, toDate, id }) => ({ at: byExpiry ? toDate : createdAt, id }),
      ascending: byExpiry || (filter.oldestFirst ?? false),
    },
    async ({ beyond, order, limit }) => {
      const offers = await rows<object>(
        sql`select o.* from offers o where ${where} and ${beyond(sorted, "o.id")}
          order by ${order(sorted, "o.id")} limit ${limit}`,
      );
      return offers.map((offer) => presentOffer(em().map(OfferSchema, offer)));
    },
  );
}

async function countOffers(actor: Actor, filter: OffersFilter): Promise<Count> {
  return countRows(sql`from offers o where ${filterCondition(actor, filter)}`);
}

/** One offer, for admins with `view_offers`; null for one that is gone. */
export async function offerFor(actor: Actor, offerId: string): Promise<OfferRow | null> {
  needMay(actor, "keepOffers");
  const offer = await em().findOne(OfferSchema, { id: offerId });
  return offer && presentOffer(offer);
}

/** R431: the offers. */
export const offersList = defineList<typeof OffersFilter, OfferRow>({
  name: "offers",
  title: "offer.title",
  can: "view_offers",
  filter: OffersFilter,
  key: ({ id }) => id,
  page: listOffers,
  count: countOffers,
  columns: [
    { id: "title", label: "common.title", kind: "text", width: 170, value: ({ title }) => title },
    {
      id: "status",
      label: "common.status",
      kind: "text",
      width: 170,
      always: true,
      value: ({ status }, tell) => tell(`offer.status.${status}`),
    },
    { id: "fromDate", label: "common.from", kind: "moment", width: 104, value: ({ fromDate }) => fromDate },
    { id: "toDate", label: "common.to", kind: "moment", width: 104, value: ({ toDate }) => toDate },
    { id: "feeOff", label: "offer.feeOffLabel", kind: "rupees", width: 132, value: ({ feeOffPaise }) => feeOffPaise },
    { id: "used", label: "offer.used", kind: "count", width: 110, value: ({ uses }) => uses },
    { id: "totalUses", label: "offer.totalUses", kind: "count", on: "file", value: ({ totalUses }) => totalUses },
    {
      id: "usesPerPhone",
      label: "offer.usesPerPhone",
      kind: "count",
      off: true,
      value: ({ usesPerPhone }) => usesPerPhone,
    },
    { id: "createdOn", label: "common.createdOn", kind: "moment", width: 104, value: ({ createdAt }) => createdAt },
    {
      id: "category",
      label: "common.category",
      kind: "text",
      width: 104,
      off: true,
      value: ({ category }) => category,
    },
    {
      id: "description",
      label: "common.description",
      kind: "text",
      off: true,
      value: ({ description }) => description,
    },
  ],
});
