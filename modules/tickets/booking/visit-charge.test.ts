import { afterEach, beforeEach, expect, test } from "vitest";
import { setVisitCharge } from "#modules/catalog/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { resetClock } from "#modules/kernel/clock.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aDealerQr,
  aPhone,
  aPriceList,
  aProof,
  aService,
  asAdmin,
  asCenter,
  asVisitor,
  aTicket,
  qrOf,
} from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { rebookPrice, rebookTicket } from "../again/rebook.ts";
import { revisitTicket } from "../again/revisit.ts";
import { createRequest } from "../desk/create-request.ts";
import { CreateRequest, Rebook, Revisit } from "../shared.ts";
import { type BookingInput, bookTicket } from "./book.ts";
import { bookingPrice } from "./booking-price.ts";
import { bookingState } from "./booking-state.ts";
import { createCenterTicket } from "./center-ticket.ts";

openDatabase();
openTill();

const pincode = "560034";
const charge = (serviceId: string, amount: number, area = "560") =>
  setVisitCharge(system("tests"), { serviceId, area, amount });

type Market = { service: Awaited<ReturnType<typeof aService>>; center: Awaited<ReturnType<typeof aCenter>> };
let market: Market;
beforeEach(async () => {
  const service = await aService();
  market = { service, center: await aCenter({ services: [service], pincodes: [pincode, "110001"] }) };
  await charge(service.id, 199.5);
  await aPriceList();
});
afterEach(resetClock);

const fields = (more: Partial<BookingInput> = {}) =>
  ({
    serviceId: market.service.id,
    name: "Meera Nair",
    phone: aPhone(),
    houseNumber: "221",
    pincode,
    timePreference: { type: "IMMEDIATELY" },
    offerCode: "GHARSEVA2025",
    ...more,
  }) as BookingInput;
async function book(more: Partial<BookingInput> = {}) {
  const input = fields(more);
  return bookTicket(asVisitor(), { ...input, proof: await aProof({ phone: input.phone }) });
}
const chargeOf = async (more: Partial<BookingInput> = {}) => (await book(more)).ticket.ticketPricePaise;

test("the public's booking has the visit charge of its service and pincode at that moment, beside its fee", async () => {
  const { ticket } = await book();
  expect(ticket).toMatchObject({ createdBy: "PUBLIC", ticketPricePaise: 19_950, bookingFeePaise: 9_900 });
  await charge(market.service.id, 249);
  expect(await bookingState({ ticketId: ticket.publicId })).toMatchObject({ visitPaise: 19_950, feePaise: 9_900 });
  expect(await chargeOf()).toBe(24_900);
  expect(await chargeOf({ deviceId: "android-1" })).toBe(24_900);
  expect(await chargeOf({ pincode: "110001" })).toBe(0);
  await charge(market.service.id, 0);
  expect(await chargeOf()).toBe(0);
});

test("a partner's page has it without a fee, and where nobody serves it is still known", async () => {
  expect(await book({ qrId: (await qrOf(market.center)).qrId }).then(({ ticket }) => ticket)).toMatchObject({
    createdBy: "PUBLIC_WITH_CENTER_QR",
    ticketPricePaise: 19_950,
    bookingFeePaise: 0,
  });
  expect(await chargeOf({ qrId: (await aDealerQr()).qrId })).toBe(19_950);
  expect((await book({ pincode: "560999" })).ticket).toMatchObject({
    serviceAvailable: false,
    ticketPricePaise: 19_950,
  });
});

test("a center's, an admin's and a repeated visit have none of themselves; booked again by the customer it is today's", async () => {
  const own = await createCenterTicket(asCenter(market.center), fields() as never);
  expect(own.ticket.ticketPricePaise).toBe(0);
  const entered = await createRequest(asAdmin(), CreateRequest.parse(fields()));
  expect(entered.ticketPricePaise).toBe(0);
  const { id: centerId } = market.center;
  const closed = { status: "CLOSED" as const, closedAt: new Date(), serviceId: market.service.id, pincode, centerId };
  const ticket = await aTicket({ ...closed, phone: aPhone() });
  const visitor = asVisitor(ticket.phone);
  const again = { ticketId: ticket.publicId, timePreference: { type: "IMMEDIATELY" } };
  expect(await rebookPrice({ ticketId: ticket.publicId })).toMatchObject({ visitPaise: 19_950, amountPaise: 9_900 });
  expect((await rebookTicket(visitor, Rebook.parse(again))).ticket.ticketPricePaise).toBe(19_950);
  expect(await revisitTicket(visitor, Revisit.parse(again))).toMatchObject({ ticketPricePaise: 0 });
});

test("what the form shows before is what the request has", async () => {
  const visit = { serviceId: market.service.id, pincode };
  expect(await bookingPrice({ free: false, visit })).toMatchObject({ amountPaise: 9_900, visitPaise: 19_950 });
  expect(await bookingPrice({ free: true, visit })).toMatchObject({ amountPaise: 0, visitPaise: 19_950 });
  expect(await bookingPrice({ free: false })).toMatchObject({ visitPaise: 0 });
});
