import type { Door } from "#app/http/request/door.server.ts";
import { askerOf } from "#app/http/session/known-browser.server.ts";
import { partnerHere, pathTo, typedSoFar } from "#app/parts/tickets/booking-draft.server.ts";
import { windowChoice } from "#app/parts/times/window-choice.server.ts";
import { codeHeld } from "#modules/access/index.ts";
import {
  activeServices,
  bannersShown,
  chipsOf,
  defaultOfferCode,
  vehicles,
  visitChargesAt,
} from "#modules/catalog/index.ts";
import {
  partnerFaceCached,
  placeOfPincode,
  servedPlaceCached,
  soonestAtCached,
  soonestVisit,
} from "#modules/centers/index.ts";
import type { Partner } from "#modules/centers/shared.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { day, fromIst, fromNow } from "#modules/kernel/clock.ts";
import { maskPublic } from "#modules/kernel/mask.ts";
import { takesRequests } from "#modules/kernel/outside/undeliverable.server.ts";
import { pincode as pincodeOf } from "#modules/kernel/validation.ts";
import { bookingPrice, draftPictures, lastBooking, usualFromCached } from "#modules/tickets/index.ts";
import { needSlots } from "#modules/tickets/shared.ts";
import { chipWords, requirementIn, requirementOf } from "./need-words.server.ts";
import { answersOf, begunAt, visitOf } from "./next-step.server.ts";
import {
  feeOffers,
  isVerifiedPartner,
  partnerName,
  partnerOfPage,
  placeName,
  unpaidHere,
  usualHere,
} from "./view-parts.server.ts";
import { visitDays } from "./visit-days.server.ts";

type Anyone = ActorOf<"anyone">;

/** Place: the pincode, and who comes there. */
export async function placeView(
  anyone: Anyone,
  query: { pincode?: string | undefined; service?: string | undefined },
  door: Door,
) {
  const partner = await partnerHere(door);
  const typed = await typedSoFar(door, partner);
  const known = pincodeOf.safeParse(query.pincode ?? typed.pincode);
  const served = known.success
    ? { ...(await servedPlaceCached(known.data)), place: await placeName(known.data) }
    : undefined;
  const soonest = known.success ? await soonestVisit(known.data) : undefined;
  return {
    step: "place" as const,
    open: takesRequests(),
    pincode: known.success ? known.data : "",
    /** The service of a link to its booking. */
    service: query.service ?? null,
    served: served ? { centers: served.centers, place: served.place } : null,
    /** The soonest free window of any service there. */
    soonest: soonest ? { from: soonest.from.toISOString(), until: soonest.until.toISOString() } : null,
    price: await bookingPrice({ free: Boolean(partner) }),
    unpaid: await unpaidHere(anyone, door),
    banners: await bannersShown(),
  };
}
export type PlaceView = Awaited<ReturnType<typeof placeView>>;

/** The services of a pincode nobody comes for yet, of which one may be told when a center comes. */
export async function waitlistView(anyone: Anyone, query: { service?: string | undefined }, door: Door) {
  const { pincode, phone, waitFor } = await typedSoFar(door, await partnerHere(door));
  if (!pincode) throw door.go(pathTo(door, { step: "place" }));
  const { services: served } = await servedPlaceCached(pincode);
  const services = (await activeServices()).filter(({ id, pickDrop }) => !pickDrop && !served[id]);
  if (services.length === 0) throw door.go(pathTo(door, { step: "place", pincode }));
  return {
    step: "waitlist" as const,
    back: pathTo(door, { step: "place", pincode }),
    place: await placeName(pincode),
    phone: phone ?? anyone.phones[0] ?? "",
    services: services.map(({ id, serviceName }) => ({ id, name: serviceName })),
    chosen: query.service ? [query.service] : (waitFor?.split(" ") ?? []),
  };
}
export type WaitlistView = Awaited<ReturnType<typeof waitlistView>>;

/** The code that proves the phone of a waitlist. */
export async function waitCodeView(door: Door) {
  const { phone, pincode, waitFor } = await typedSoFar(door, await partnerHere(door));
  if (!phone || !pincode || !waitFor) throw door.go(pathTo(door, { step: "waitlist" }));
  return {
    step: "waitcode" as const,
    back: pathTo(door, { step: "waitlist" }),
    place: await placeName(pincode),
    phone: maskPublic(phone),
    waitSeconds: (await codeHeld({ phone, purpose: "tracking", ...askerOf(door) })).waitSeconds,
  };
}
export type WaitCodeView = Awaited<ReturnType<typeof waitCodeView>>;

/** The phone is told when a center comes. */
export async function waitingView(door: Door) {
  const { phone } = await typedSoFar(door, await partnerHere(door));
  if (!phone) throw door.go(pathTo(door, { step: "place" }));
  return { step: "waiting" as const, back: pathTo(door, { step: "place" }), phone: maskPublic(phone) };
}
export type WaitingView = Awaited<ReturnType<typeof waitingView>>;

/** What everybody may read of a partner's center. */
async function faceOf({ center }: Partner) {
  const face = center && (await partnerFaceCached(center.id));
  if (!center || !face) return null;
  return {
    rating: face.rating,
    place: [center.city, center.pincode].filter(Boolean).join(" "),
    pincodes: face.pincodes,
    verifiedAt: face.verifiedAt?.toISOString() ?? null,
    week: face.week,
  };
}

/** Services: those of a partner, or all with who comes for them to the pincode. */
export async function serviceView(anyone: Anyone, door: Door, { first = false } = {}) {
  const partner = await partnerOfPage(door, { scan: first });
  const { pincode } = await typedSoFar(door, partner);
  if (!pincode && !partner) throw door.go(pathTo(door, { step: "place" }));
  const served = pincode ? (await servedPlaceCached(pincode)).services : {};
  const centerId = partner?.center?.id;
  const soonest =
    centerId || pincode ? await soonestAtCached({ pincode: centerId ? undefined : pincode, centerId }) : null;
  const own = partner?.services.map(({ id }) => id) ?? [];
  const area = pincode ?? partner?.center?.pincode;
  const usual = area ? await usualFromCached(area) : {};
  const visits = area ? await visitChargesAt(area) : {};
  const charges = (await vehicles()).map(({ platformChargePaise }) => platformChargePaise);
  const services = (await activeServices()).filter(({ id }) => own.length === 0 || own.includes(id));
  return {
    step: "service" as const,
    open: takesRequests(),
    partner: partner
      ? {
          name: partnerName(partner),
          verified: await isVerifiedPartner(partner),
          others: own.length > 0,
          face: await faceOf(partner),
        }
      : null,
    back: partner ? null : pathTo(door, { step: "place" }),
    place: pincode ? await placeName(pincode) : null,
    services: services.map(({ id, serviceName, pickDrop }) => ({
      id,
      name: serviceName,
      served: pickDrop || partner !== undefined || Boolean(served[id]),
      to: pickDrop ? pathTo(door, { form: "one", service: id }) : null,
      /** The day of its soonest free window; null where none is free, undefined where none is known. */
      soonest: pickDrop || !soonest ? undefined : (soonest[id]?.from.toISOString() ?? null),
      /** What a quarter of the bills there are at most, else the visit charge; of a ride the least platform charge. */
      fromPaise: pickDrop
        ? charges.length > 0 && !partner
          ? Math.min(...charges)
          : null
        : (usual[id] ?? visits[id] ?? null),
    })),
    price: await bookingPrice({ free: Boolean(partner) }),
    unpaid: await unpaidHere(anyone, door),
    banners: partner ? await bannersShown() : [],
  };
}
export type ServiceView = Awaited<ReturnType<typeof serviceView>>;

/** What the service is needed for: its chips, and words. */
export async function needView(door: Door) {
  const { typed, partner, service } = await begunAt("need", door);
  const chips = chipsOf(service, door.locale);
  const chosen = chipWords(service, typed, door.locale);
  const others = chosen.filter((chip) => !chips.includes(chip));
  const ownWords = typed.ownWords ?? (typed.chips === undefined ? (typed.requirement ?? "") : "");
  return {
    step: "need" as const,
    back: pathTo(door, { step: "service" }),
    service: service.serviceName,
    chips,
    chosen: chosen.filter((chip) => chips.includes(chip)),
    // Chips that this language has not are words of one's own.
    ownWords: requirementOf(others, ownWords),
    needed: Boolean(partner),
    pictures: await picturesOf(door),
    usual: await usualHere(service.id, typed.pincode),
    price: await bookingPrice({ free: Boolean(partner) }),
  };
}
/** The three places of pictures with what is stored in them. */
async function picturesOf(door: Door) {
  const token = door.cookie("draft");
  const pictures = token ? await draftPictures(token) : [];
  return needSlots.map((slot) => {
    const picture = pictures.find((each) => each.slot === slot);
    return { slot, url: picture ? `/booking-pictures/${picture.id}` : null };
  });
}
export type NeedView = Awaited<ReturnType<typeof needView>>;

/** When: as soon as possible, within a day, or a window of the next seven days. */
export async function timeView(query: { day?: string | undefined }, door: Door) {
  const { typed, partner, service } = await begunAt("time", door);
  const days = await visitDays(visitOf(typed, partner, service.id));
  const chosen =
    typed["timePreference.type"] === "SPECIFIC_DATE_AND_TIME"
      ? `${typed["timePreference.at:date"]}T${typed["timePreference.at:time"]}`
      : (typed["timePreference.type"] ?? "");
  return {
    step: "time" as const,
    back: pathTo(door, { step: "need" }),
    service: service.serviceName,
    ...windowChoice(days, [query.day, chosen.slice(0, 10)], (date) => pathTo(door, { step: "time", day: date })),
    chosen,
    /** Until when a visit within a day would be. */
    dayEnds: fromNow(day),
    usual: await usualHere(service.id, typed.pincode),
    price: await bookingPrice({ free: Boolean(partner) }),
  };
}
export type TimeView = Awaited<ReturnType<typeof timeView>>;

/** The door and the phone, with all answers to check. */
export async function youView(anyone: Anyone, door: Door) {
  const { typed, partner, service } = await begunAt("you", door);
  const last = await lastBooking(anyone);
  // An address goes with its pincode.
  const known = last && (!typed.pincode || last.pincode === typed.pincode) ? last : undefined;
  const place = typed.pincode ? await placeOfPincode(typed.pincode) : undefined;
  const values: Record<string, string> = {
    offerCode: defaultOfferCode(),
    ...(place?.city && { city: place.city }),
    ...(place?.state && { state: place.state }),
    ...(last && { name: last.name ?? "", phone: last.phone ?? "" }),
    ...known,
    ...typed,
  };
  return {
    step: "you" as const,
    back: pathTo(door, { step: "time" }),
    values,
    /** The address of the last time, folded. */
    known: known ? [known.houseNumber, known.locality, known.city].filter(Boolean).join(", ") : null,
    welcome: Boolean(last),
    asksPincode: partner !== undefined,
    answers: answersOf(typed),
    service: service.serviceName,
    requirement: requirementIn(service, typed, door.locale),
    place: typed.pincode ? await placeName(typed.pincode) : null,
    time: {
      type: typed["timePreference.type"] ?? "",
      at:
        typed["timePreference.type"] === "SPECIFIC_DATE_AND_TIME"
          ? fromIst(typed["timePreference.at:date"] ?? "", typed["timePreference.at:time"]).toISOString()
          : null,
    },
    changes: {
      place: partner ? null : pathTo(door, { step: "place" }),
      service: pathTo(door, { step: "service" }),
      need: pathTo(door, { step: "need" }),
      time: pathTo(door, { step: "time" }),
    },
    offers: await feeOffers(partner),
    usual: await usualHere(service.id, typed.pincode),
    price: await bookingPrice({
      free: Boolean(partner),
      state: values.state,
      visit: typed.pincode ? { serviceId: service.id, pincode: typed.pincode } : undefined,
    }),
  };
}
export type YouView = Awaited<ReturnType<typeof youView>>;
