import { z } from "zod";
import type { Door } from "#app/http/door.server.ts";
import { gatewayOf } from "#app/http/gateway.server.ts";
import { activeServices, defaultOfferCode, vehicles } from "#modules/catalog/index.ts";
import type { Partner } from "#modules/centers/shared.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { day, fromNow, istDate, istTime } from "#modules/kernel/clock.ts";
import { env } from "#modules/kernel/env.server.ts";
import { maskPublic } from "#modules/kernel/mask.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { dayEnd } from "#modules/kernel/validation.ts";
import {
  type BookedView,
  bookingPrice,
  bookingState,
  draftTicket,
  getTicket,
  lastBooking,
  payBooking,
  priceOf,
} from "#modules/tickets/index.ts";
import { partnerHere, pathHere, readyDraft, typedSoFar } from "./booking-draft.server.ts";

type Anyone = ActorOf<"anyone">;

const lenient = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined as never);

/** Where in the booking the reader is; whatever is odd in the address is left out, not refused. */
export const BookingQuery = z.object({
  id: z.string().max(40).optional(),
  step: lenient(z.enum(["otp", "pay", "done"])),
  service: lenient(z.uuid()),
  ticket: lenient(z.string().regex(/^[\w-]{20,30}$/)),
  payment: lenient(z.enum(["failed", "pending", "closed"])),
  seen: lenient(z.literal("1")),
  fresh: lenient(z.literal("1")),
});
export type BookingQuery = z.output<typeof BookingQuery>;

const nameOf = ({ qr, center }: Partner) => center?.centerName ?? qr.name ?? qr.qrId;

/** The form: everything it offers, and what was typed or known of the last request. */
export async function detailsView(anyone: Anyone, { service, fresh }: BookingQuery, door: Door) {
  const partner = await partnerHere(door, { scan: !service && !fresh });
  if (partner?.primaryService?.pickDrop && partner.vehicle?.eRickshaw) {
    throw door.go(`/bookingPickDrop/${encodeURIComponent(partner.qr.qrId)}`);
  }
  const [typed, last, services] = [
    await typedSoFar(door, partner),
    await lastBooking(anyone),
    (await activeServices()).map(({ id, serviceName, pickDrop }) => ({ id, serviceName, pickDrop })),
  ];
  const serviceId = service ?? typed.serviceId ?? partner?.primaryService?.id ?? "";
  const values: Record<string, string> = { offerCode: defaultOfferCode(), ...last, ...typed, serviceId };
  const free = Boolean(partner);
  return {
    step: "details" as const,
    partner: partner ? { name: nameOf(partner), qrId: partner.qr.qrId } : null,
    pickDrop: services.find(({ id }) => id === serviceId)?.pickDrop ?? false,
    services,
    vehicles: (await vehicles()).map(({ id, vehicleType, platformChargePaise }) => ({
      id,
      vehicleType,
      chargePaise: free ? 0 : platformChargePaise,
    })),
    values,
    welcome: Boolean(last),
    fresh: Boolean(fresh),
    price: await bookingPrice({ free, state: values.state }),
    firstDay: istDate(istTime() >= dayEnd ? fromNow(day) : undefined),
  };
}
export type DetailsView = Awaited<ReturnType<typeof detailsView>>;

/** The code is asked for, with what will be booked beside it. */
export async function codeView(door: Door) {
  const partner = await partnerHere(door);
  const ready = await readyDraft(door, partner);
  if (!ready) throw await elsewhere(door);
  const { wish, service } = ready;
  const vehicleId = "vehicleId" in wish ? wish.vehicleId : undefined;
  const vehicle = vehicleId ? (await vehicles()).find(({ id }) => id === vehicleId) : undefined;
  const place =
    "vehicleId" in wish
      ? [wish.pickLocation, wish.dropLocation].join(" → ")
      : [wish.houseNumber, wish.locality, wish.city, wish.state, wish.pincode].filter(Boolean).join(", ");
  return {
    step: "code" as const,
    back: pathHere(door),
    partner: partner ? nameOf(partner) : null,
    phone: maskPublic(wish.phone),
    service: service.serviceName,
    vehicle: vehicle?.vehicleType ?? null,
    requirement: ("requirement" in wish && wish.requirement) || null,
    name: wish.name ?? null,
    place,
    offerPaise: "customerOfferPrice" in wish ? fromRupees(wish.customerOfferPrice) : null,
    time: { type: wish.timePreference.type, at: wish.timePreference.at?.toISOString() ?? null },
    price: await bookingPrice({
      free: Boolean(partner),
      vehicleId,
      state: "state" in wish ? wish.state : undefined,
    }),
  };
}
export type CodeView = Awaited<ReturnType<typeof codeView>>;

/** Nothing to confirm: the draft has become a ticket already, or is not there any more. */
async function elsewhere(door: Door) {
  const token = door.cookie("draft");
  const booked = token ? await draftTicket(token) : undefined;
  if (!booked) return door.go(pathHere(door));
  const step = booked.message === "booking.completePayment" ? "pay" : "done";
  return door.go(`/booking?step=${step}&ticket=${booked.ticket.publicId}`);
}

/** The fee is asked for: in place with JavaScript, on the provider's own page without. */
export async function payView(anyone: Anyone, { ticket: ticketId, payment }: BookingQuery, door: Door) {
  if (!ticketId) throw await elsewhere(door);
  const booked = await bookingState({ ticketId });
  if (booked.state !== "due") throw door.go(`/booking?step=done&ticket=${ticketId}`);
  door.headers.set("x-robots-tag", "noindex");
  const { state, contact } = await ownerOf(anyone, ticketId);
  return {
    step: "pay" as const,
    number: booked.number,
    service: booked.service,
    pickDrop: booked.pickDrop,
    price: priceOf(booked.feePaise, state),
    how: payment === "failed" || payment === "closed" ? payment : null,
    gateway: await gatewayOf(
      payBooking(anyone, { ticketId }),
      { description: booked.number, cancelTo: `/booking?step=pay&ticket=${ticketId}&payment=closed`, contact },
      door,
    ),
  };
}
export type PayView = Awaited<ReturnType<typeof payView>>;

/** The checkout is told the phone and name only in the browser that proved them. */
async function ownerOf(anyone: Anyone, ticketId: string) {
  const ticket = await getTicket(anyone, ticketId).catch(() => undefined);
  const contact: Record<string, string> = ticket
    ? { "prefill[name]": ticket.name, "prefill[contact]": `+91${ticket.phone}` }
    : {};
  return { state: ticket?.state ?? null, contact };
}

/** What became of it: created, being confirmed, nobody there, or the fee goes back. */
export async function doneView({ ticket: ticketId, payment, seen }: BookingQuery, door: Door) {
  if (!ticketId) throw await elsewhere(door);
  const booked: BookedView = await bookingState({ ticketId });
  door.headers.set("x-robots-tag", "noindex");
  const pending = booked.state === "due" && payment === "pending";
  if (booked.state === "due" && !pending) throw door.go(`/booking?step=pay&ticket=${ticketId}`);
  return {
    step: "done" as const,
    ...booked,
    state: pending ? ("pending" as const) : (booked.state as Exclude<BookedView["state"], "due">),
    open: !seen,
    here: `${door.url.pathname}?step=done&ticket=${ticketId}`,
    track: `/ServiceStatus/?${ticketId}`,
    link: `${env.publicUrl}/ServiceStatus/?${ticketId}`,
    product: env.productName,
  };
}
export type DoneView = Awaited<ReturnType<typeof doneView>>;

/** One step of the booking, ready to be shown. */
export type BookingView = DetailsView | CodeView | PayView | DoneView;
