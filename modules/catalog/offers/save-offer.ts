import { changedMeanwhile } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { istDate, now } from "#modules/kernel/clock.ts";
import { changesBetween } from "#modules/kernel/db/changes.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict, type FieldValues, missing } from "#modules/kernel/errors.ts";
import type { Switched } from "#modules/kernel/lists/switched.ts";
import { fromRupees, toRupees } from "#modules/kernel/money.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { oneChangeAtATime } from "../keepers.ts";
import { needMay } from "../policy.ts";
import type { AddOffer, ChangeOffer, OfferRef, OfferRow, SwitchOffer } from "../shared.ts";
import { mostOffers, presentOffer } from "./active-offers.ts";
import { type Offer, OfferSchema } from "./offer.entity.ts";

/** Add an offer, which is in force between its dates at once. For admins with `view_offers` (R484). */
export const addOffer = (actor: Actor, input: AddOffer): Promise<OfferRow> =>
  changing(actor, async () => {
    if ((await em().count(OfferSchema, { toDate: { $gte: now() } })) >= mostOffers)
      throw conflict("offer.tooMany", { n: mostOffers });
    const offer = em().create(OfferSchema, factsOf(input));
    await em().flush();
    await note(actor, "offer.added", offer);
    return presentOffer(offer);
  });

/**
 * Change an offer; bookings that were made with it keep their fee. Refused (409) when somebody changed it since
 * `version`. For admins with `view_offers`.
 */
export const changeOffer = (actor: Actor, { offerId, version, ...input }: ChangeOffer): Promise<OfferRow> =>
  changing(actor, async () => {
    const offer = await existing(offerId);
    if (version !== undefined && version !== offer.version) throw await changedSince(actor, offer, version);
    const before = fieldsOf(offer);
    em().assign(offer, { ...factsOf(input), version: offer.version + 1 });
    await em().flush();
    await note(
      actor,
      "offer.changed",
      offer,
      changesBetween(before, fieldsOf(offer), (state) => state),
    );
    return presentOffer(offer);
  });

/** Put an offer in force, or out of it: its code is then refused (R432). For admins with `view_offers`. */
export const switchOffer = (actor: Actor, { offerId, active }: SwitchOffer): Promise<OfferRow & Switched> =>
  changing(actor, async () => {
    const offer = await existing(offerId);
    const isActive = active === "true";
    if (offer.isActive === isActive) return { ...presentOffer(offer), changed: false };
    em().assign(offer, { isActive, version: offer.version + 1 });
    await em().flush();
    await note(actor, isActive ? "offer.switchedOn" : "offer.switchedOff", offer);
    return { ...presentOffer(offer), changed: true };
  });

/** Delete an offer; its code is then one that nobody knows, and passes (fixed point 4). For `view_offers`. */
export const deleteOffer = (actor: Actor, { offerId }: OfferRef): Promise<OfferRow> =>
  changing(actor, async () => {
    const offer = await existing(offerId);
    const row = presentOffer(offer);
    em().remove(offer);
    await em().flush();
    await note(actor, "offer.deleted", offer);
    return row;
  });

async function changing<T>(actor: Actor, change: () => Promise<T>): Promise<T> {
  needMay(actor, "keepOffers");
  return transaction(async () => {
    await oneChangeAtATime();
    return change();
  });
}

const factsOf = ({ feeOff, description, totalUses, usesPerPhone, ...input }: AddOffer) => ({
  ...input,
  description: description ?? null,
  feeOffPaise: fromRupees(feeOff),
  totalUses: totalUses ?? null,
  usesPerPhone: usesPerPhone ?? null,
});

async function existing(offerId: string): Promise<Offer> {
  const offer = await em().findOne(OfferSchema, { id: offerId }, { refresh: true });
  if (!offer) throw missing("offer.notFound");
  return offer;
}

/** An offer as the fields of its form. */
const fieldsOf = (offer: Offer): FieldValues => ({
  title: offer.title,
  description: offer.description ?? null,
  category: offer.category,
  fromDate: istDate(offer.fromDate),
  toDate: istDate(offer.toDate),
  feeOff: String(toRupees(offer.feeOffPaise)),
  totalUses: offer.totalUses?.toString() ?? null,
  usesPerPhone: offer.usesPerPhone?.toString() ?? null,
});
const fieldNames: Record<string, MessageKey> = {
  title: "common.title",
  description: "common.description",
  category: "common.category",
  fromDate: "common.from",
  toDate: "common.to",
  feeOff: "offer.feeOffLabel",
  totalUses: "offer.totalUses",
  usesPerPhone: "offer.usesPerPhone",
  active: "common.status",
};

const changedSince = (actor: Actor, offer: Offer, sent: number) =>
  changedMeanwhile(actor, {
    subject: "catalog",
    id: offer.id,
    sent,
    version: offer.version,
    names: fieldNames,
    now: fieldsOf(offer),
    fieldsOf: (event) => (event.startsWith("offer.switched") ? ["active"] : []),
  });

const note = (actor: Actor, event: string, offer: Offer, changes: object = {}) =>
  record(actor, {
    subject: "catalog",
    id: offer.id,
    event,
    data: {
      title: offer.title,
      isActive: offer.isActive,
      feeOffPaise: offer.feeOffPaise,
      fromDate: offer.fromDate,
      toDate: offer.toDate,
      totalUses: offer.totalUses,
      usesPerPhone: offer.usesPerPhone,
      version: offer.version,
      ...changes,
    },
  });
