import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { askerOf } from "#app/http/session/known-browser.server.ts";
import { gatewayOf, preventCaching } from "#app/parts/payment/gateway.server.ts";
import { partnerHere, pathToAnswers, readyDraft, typedSoFar } from "#app/parts/tickets/booking-draft.server.ts";
import { paperAt } from "#app/parts/tickets/tracking-paths.ts";
import { codeHeld, rememberVisitor } from "#modules/access/index.ts";
import { activeServices, bannersShown, defaultOfferCode, vehicles, visitsCost } from "#modules/catalog/index.ts";
import type { Partner } from "#modules/centers/shared.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { env } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { maskPublic } from "#modules/kernel/mask.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { takesRequests } from "#modules/kernel/outside/undeliverable.server.ts";
import { exactText, id, lenient, pincode, publicId, text } from "#modules/kernel/validation.ts";
import {
  type BookedView,
  balanceNotCounted,
  bookedJustNow,
  bookingPrice,
  bookingState,
  centersToAsk,
  draftTicket,
  fromBalance,
  getTicket,
  lastBooking,
  payBooking,
  priceOf,
  type Tracking,
  trackTicket,
} from "#modules/tickets/index.ts";
import { firstBookableDay, visitNames } from "#modules/tickets/shared.ts";
import type {
  NeedView,
  PlaceView,
  ServiceView,
  TimeView,
  WaitCodeView,
  WaitingView,
  WaitlistView,
  YouView,
} from "./short-views.server.ts";
import {
  feeOffers,
  isVerifiedPartner,
  partnerName,
  partnerOfPage,
  placeName,
  unpaidHere,
  usualHere,
} from "./view-parts.server.ts";

type Anyone = ActorOf<"anyone">;

/** The step and its parameters; invalid ones are ignored instead of refused. */
export const BookingQuery = z.object({
  id: lenient(text(40)),
  /** The one-page form. */
  form: lenient(z.literal("one")),
  step: lenient(
    z.enum(["place", "service", "need", "time", "you", "waitlist", "waitcode", "waiting", "otp", "pay", "done"]),
  ),
  pincode: lenient(pincode),
  day: lenient(exactText(10, "form.check", "form.check")),
  service: lenient(id),
  ticket: lenient(publicId),
  payment: lenient(z.enum(["failed", "pending", "closed"])),
  fresh: lenient(z.literal("1")),
});
export type BookingQuery = z.output<typeof BookingQuery>;

/** The form: its options, and what was typed or is known from the last request. */
export async function detailsView(anyone: Anyone, { service, fresh }: BookingQuery, door: Door) {
  const partner = await partnerOfPage(door, { scan: !service && !fresh });
  const typed = await typedSoFar(door, partner);
  const last = await lastBooking(anyone);
  const services = await servicesOf(partner);
  const serviceId = service ?? typed.serviceId ?? partner?.primaryService?.id ?? "";
  const values: Record<string, string> = { offerCode: defaultOfferCode(), ...last, ...typed, serviceId };
  const free = Boolean(partner);
  return {
    step: "details" as const,
    /** Without it the page says that nothing can be booked yet, and has no form. */
    open: takesRequests(),
    partner: partner
      ? { name: partnerName(partner), qrId: partner.qr.qrId, verified: await isVerifiedPartner(partner) }
      : null,
    pickDrop: services.find(({ id }) => id === serviceId)?.pickDrop ?? false,
    services,
    vehicles: (await vehicles()).map(({ id, vehicleType, platformChargePaise }) => ({
      id,
      vehicleType,
      chargePaise: free ? 0 : platformChargePaise,
    })),
    values,
    welcome: Boolean(last),
    unpaid: await unpaidHere(anyone, door),
    fresh: Boolean(fresh),
    price: await bookingPrice({ free, state: values.state }),
    /** Whether a visit may cost something; what it costs is said once service and pincode are known. */
    visits: await visitsCost(),
    banners: await bannersShown(),
    offers: await feeOffers(partner),
    firstDay: firstBookableDay(),
  };
}
export type DetailsView = Awaited<ReturnType<typeof detailsView>>;

/** The services that can be booked; those of a partner's center are its own and stand first, its main one before them. */
async function servicesOf(partner: Partner | undefined) {
  const order = partner?.services.map(({ id }) => id) ?? [];
  const services = (await activeServices()).map(({ id, serviceName, pickDrop }) => ({
    id,
    serviceName,
    pickDrop,
    own: order.includes(id),
  }));
  const own = services.filter((service) => service.own);
  return [
    ...own.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id)),
    ...services.filter((service) => !service.own),
  ];
}

/** The code step, with a summary of the booking. */
export async function codeView(door: Door) {
  const partner = await partnerHere(door);
  const ready = await readyDraft(door, partner);
  if (!ready) throw await elsewhere(door);
  const { input, service } = ready;
  const vehicleId = "vehicleId" in input ? input.vehicleId : undefined;
  const vehicle = vehicleId ? (await vehicles()).find(({ id }) => id === vehicleId) : undefined;
  const place =
    "vehicleId" in input
      ? [input.pickLocation, input.dropLocation].join(" → ")
      : [...visitNames.map((name) => input[name]), input.pincode].filter(Boolean).join(", ");
  return {
    step: "code" as const,
    back: pathToAnswers(door, ready.form),
    partner: partner ? partnerName(partner) : null,
    phone: maskPublic(input.phone),
    code: await codeHeld({ phone: input.phone, purpose: "booking", ...askerOf(door) }),
    service: service.serviceName,
    vehicle: vehicle?.vehicleType ?? null,
    requirement: ("requirement" in input && input.requirement) || null,
    name: input.name ?? null,
    place,
    offerPaise: "customerOfferPrice" in input ? fromRupees(input.customerOfferPrice) : null,
    time: { type: input.timePreference.type, at: input.timePreference.at?.toISOString() ?? null },
    price: await bookingPrice({
      free: Boolean(partner),
      vehicleId,
      state: "state" in input ? input.state : undefined,
      offerCode: "offerCode" in input ? input.offerCode : undefined,
      visit: { serviceId: input.serviceId, pincode: input.pincode },
    }),
    usual: vehicleId ? null : await usualHere(input.serviceId, input.pincode),
  };
}
export type CodeView = Awaited<ReturnType<typeof codeView>>;

/** The draft has already become a ticket, or does not exist any more: redirects to the ticket or the form. */
async function elsewhere(door: Door) {
  const token = door.cookie("draft");
  const booked = token ? await draftTicket(token) : undefined;
  if (!booked) return door.go(pathToAnswers(door));
  const step = booked.message === "booking.completePayment" ? "pay" : "done";
  return door.go(`/booking?step=${step}&ticket=${booked.ticket.publicId}`);
}

/**
 * The payment of the fee: over the page with JavaScript, on the provider's page without. A fee that was paid, or is not
 * due any more for another reason, leads to the last step, also when that happens while this page is made.
 */
export async function payView(anyone: Anyone, { ticket: ticketId, payment }: BookingQuery, door: Door) {
  if (!ticketId) throw await elsewhere(door);
  const booked = await bookingState({ ticketId });
  const next = `/booking?step=done&ticket=${ticketId}`;
  if (booked.state !== "due") throw door.go(next);
  await recognise(anyone, ticketId, door);
  preventCaching(door);
  door.headers.set("x-robots-tag", "noindex");
  const { state, contact } = await ownerOf(anyone, ticketId);
  const balance = await fromBalance(anyone, { ticketId });
  return {
    step: "pay" as const,
    number: booked.number,
    service: booked.service,
    pickDrop: booked.pickDrop,
    wanted: booked.wanted,
    visitBy: booked.visitBy,
    place: await placeName(booked.pincode),
    /** How many centers are asked once it is paid. */
    centers: booked.pickDrop ? 0 : await centersToAsk({ ticketId }),
    at: now(),
    // A balance is shown to a browser that proved the phone; others see what is due.
    price: await priceOf(balance ? booked.feePaise : booked.duePaise, { state, visitPaise: booked.visitPaise }),
    balance,
    notCountedPaise: await balanceNotCounted(anyone, { ticketId }),
    usual: booked.pickDrop ? null : await usualHere(booked.serviceId, booked.pincode),
    duePaise: booked.duePaise,
    codeUntil: booked.codeUntil,
    unpaid: await unpaidHere(anyone, door, ticketId),
    how: payment === "failed" || payment === "closed" ? payment : null,
    gateway: await gatewayOf(
      payBooking(anyone, { ticketId }).catch((error: unknown) => {
        throw error instanceof DomainError && error.kind === "conflict" ? door.go(next) : error;
      }),
      { description: booked.number, cancelTo: `/booking?step=pay&ticket=${ticketId}&payment=closed`, contact },
      door,
    ),
  };
}
export type PayView = Awaited<ReturnType<typeof payView>>;

/**
 * Remembers the browser that has just booked when the answer to its code was lost, as by a second press without
 * JavaScript: the form sent again leads here without that answer's cookies.
 */
async function recognise(anyone: Anyone, ticketId: string, door: Door) {
  const token = door.cookie("draft");
  const booked = token ? await bookedJustNow(token) : undefined;
  if (booked?.ticketId !== ticketId || anyone.phones.includes(booked.phone)) return;
  door.keep("visitor", (await rememberVisitor({ token: door.cookie("visitor"), phone: booked.phone })).token);
}

/** Phone and name go to the checkout only from the browser that proved the phone. */
async function ownerOf(anyone: Anyone, ticketId: string) {
  const ticket = await getTicket(anyone, ticketId).catch(() => undefined);
  const contact = ticket && { name: ticket.name, phone: `+91${ticket.phone}` };
  return { state: ticket?.state ?? null, contact };
}

/** The result: created, being confirmed, no center available, or the fee is refunded. */
export async function doneView(anyone: Anyone, { ticket: ticketId, payment }: BookingQuery, door: Door) {
  if (!ticketId) throw await elsewhere(door);
  const booked: BookedView = await bookingState({ ticketId });
  await recognise(anyone, ticketId, door);
  preventCaching(door);
  door.headers.set("x-robots-tag", "noindex");
  const pending = booked.state === "due" && payment === "pending";
  const balance = await fromBalance(anyone, { ticketId });
  if (booked.state === "due" && !pending) throw door.go(`/booking?step=pay&ticket=${ticketId}`);
  const tracked = await trackTicket(anyone, ticketId);
  // Long after its end a bare link says the state alone, on the tracking page.
  if (tracked.access === "status") throw door.go(`/ServiceStatus/?${ticketId}`);
  return {
    step: "done" as const,
    ...booked,
    /** A part of the address, which a bare link does not show. */
    pincode: tracked.access === "full" ? booked.pincode : null,
    balance,
    // What is left of the fee would say to everybody with the link that there is a balance.
    duePaise: balance && booked.duePaise,
    state: pending ? ("pending" as const) : (booked.state as Exclude<BookedView["state"], "due">),
    returned: booked.state === "feeReturned" ? returnedOf(tracked) : null,
    unpaid: await unpaidHere(anyone, door, ticketId),
    visit: {
      type: tracked.details?.timePreference.type ?? null,
      at: tracked.details?.timePreference.at?.toISOString() ?? null,
    },
    /** The visit as a file, once its center comes at a set time. */
    calendar: tracked.visit && `/calendar/${ticketId}`,
    /** How many centers were asked; 0 where none looks any more. */
    asked: tracked.search?.centers ?? 0,
    paid: paidOf(tracked),
    track: `/ServiceStatus/?${ticketId}`,
    link: `${env.publicUrl}/ServiceStatus/?${ticketId}`,
    product: env.productName,
  };
}
export type DoneView = Awaited<ReturnType<typeof doneView>>;

/** Where a fee went: whether a card's part goes to its source, and what is in the balance, for who proved the phone. */
function returnedOf({ feeReturnedPaise, feeToBalancePaise: inBalancePaise }: Tracking) {
  return { byCard: feeReturnedPaise !== null || inBalancePaise === null, inBalancePaise };
}

/** The fee that was paid, with its receipt for who proved the phone; null where there is none. */
function paidOf({ details, offers, access, id }: Tracking) {
  if (!details?.bookingFeePaise) return null;
  return {
    amountPaise: details.bookingFeePaise,
    at: details.paidAt?.toISOString() ?? null,
    reference: details.paymentReference,
    receipt: offers.receipt && access === "full" ? paperAt("receipt", id) : null,
  };
}

/** One step of the booking. */
export type BookingView =
  | DetailsView
  | CodeView
  | PayView
  | DoneView
  | PlaceView
  | ServiceView
  | NeedView
  | TimeView
  | YouView
  | WaitlistView
  | WaitCodeView
  | WaitingView;
