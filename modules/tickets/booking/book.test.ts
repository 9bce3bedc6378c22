import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { centerState } from "#modules/centers/shared.ts";
import { freezeClock, hour, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { type MessageKey, say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aDealerQr,
  anAdmin,
  anOffer,
  aPhone,
  aPincode,
  aPriceList,
  aProof,
  aService,
  asAdmin,
  asCenter,
  asVisitor,
  aVehicle,
  qrOf,
} from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { deletionSettles } from "#modules/testing/work.ts";
import { ledgerFaults, orderOfTicket } from "#modules/wallet/index.ts";
import { ticketById } from "../get-ticket.ts";
import { broadcastLabel } from "../labels.ts";
import type { Ticket } from "../ticket.entity.ts";
import { cancelTicket } from "../work/cancel.ts";
import { deleteTicket } from "../work/delete.ts";
import { type BookingInput, bookTicket } from "./book.ts";
import { type Booked, bookedBefore } from "./booking-reply.ts";
import { bookingState } from "./booking-state.ts";
import { createCenterTicket } from "./center-ticket.ts";
import { draftTicket, openDraft, saveDraft } from "./draft.ts";
import { confirmBooking, confirmBookingWithProvider, payBooking } from "./pay-booking.ts";

openDatabase();

/** The product's own timeout, read before the test setup (`openTill`) raises it. */
const { paymentPatienceMs } = env;

const till = openTill();
afterEach(async () => {
  resetClock();
  expect(await ledgerFaults()).toEqual([]);
});

/** A service, a pincode and a center that serves both. */
async function aMarket() {
  const service = await aService();
  const pincode = aPincode();
  const center = await aCenter({ services: [service], pincodes: [pincode] });
  return { service, pincode, center };
}
type Market = { service: { id: string }; pincode: string };

function fields({ service, pincode }: Market, more: Partial<BookingInput> = {}): BookingInput {
  return {
    serviceId: service.id,
    name: "Meera Nair",
    phone: aPhone(),
    houseNumber: "221",
    city: "Bengaluru",
    state: "Karnataka",
    pincode,
    timePreference: { type: "IMMEDIATELY" },
    offerCode: "GHARSEVA2025",
    ...more,
  } as BookingInput;
}

/** Book as a member of the public whose phone was just verified. */
async function book(market: Market, more: Partial<BookingInput> = {}): Promise<Booked> {
  const input = fields(market, more);
  return bookTicket(asVisitor(), { ...input, proof: await aProof({ phone: input.phone }) });
}

const reread = (ticket: Ticket) => ticketById(ticket.id);
const labelOf = async (ticket: Ticket) => {
  const current = await reread(ticket);
  return broadcastLabel({ ...current, broadcastStatus: current.broadcastStatus ?? null });
};
const broadcastsOf = (ticket: Ticket) =>
  rows<{ center_id: string; status: string }>(
    sql`select center_id, status from broadcasts where ticket_id = ${ticket.id}`,
  );
const count = async (table: Sql, where: Sql) =>
  (await row<{ count: number }>(sql`select count(*)::int as count from ${table} where ${where}`))?.count;
const events = async (ticket: Ticket) => (await historyOf("ticket", ticket.id)).map(({ event }) => event);
const spoken = (key: MessageKey) => say(key);

describe("the same booking made again", () => {
  const made = (phone: string) => count(sql`tickets`, sql`phone = ${phone}`);

  test("while its fee is unpaid goes on with the first request, its order and what was typed last", async () => {
    const market = await aMarket();
    const phone = aPhone();
    const first = await book(market, { phone });
    const again = await book(market, {
      phone,
      requirement: "Third floor",
      timePreference: { type: "WITHIN_24_HOURS" },
    });
    expect([again.ticket.id, again.payment?.order_id]).toEqual([first.ticket.id, first.payment?.order_id]);
    expect(spoken(again.message)).toBe("Please complete the payment process");
    expect(await reread(first.ticket)).toMatchObject({
      timePreferenceType: "WITHIN_24_HOURS",
      requirement: "Third floor",
    });
    expect(await events(first.ticket)).toContain("ticket.updated");
    expect(await made(phone)).toBe(1);
  });

  test("twice at once makes one request", async () => {
    const market = await aMarket();
    const phone = aPhone();
    const proofs = [await aProof({ phone }), await aProof({ phone })];
    const booked = await Promise.all(
      proofs.map((proof) => unitOfWork(() => bookTicket(asVisitor(), fields(market, { phone, proof })))),
    );
    expect(new Set(booked.map(({ ticket }) => ticket.id)).size).toBe(1);
    expect(await made(phone)).toBe(1);
  });

  test("needs its own proof of the phone, and without one learns nothing of the first", async () => {
    const market = await aMarket();
    const phone = aPhone();
    const { ticket } = await book(market, { phone });
    const stranger = bookTicket(asVisitor(), fields(market, { phone, requirement: "Mine now", proof: "no-proof" }));
    await expect(stranger).rejects.toMatchObject({ key: "otp.proofNeeded" });
    expect((await reread(ticket)).requirement ?? null).toBeNull();
  });

  test("is another request at another house, of another service or code, and once the first is paid or cancelled", async () => {
    const market = await aMarket();
    const other = await aService();
    const both = await aCenter({ services: [other], pincodes: [market.pincode] });
    expect(both.id).toBeTruthy();
    const phone = aPhone();
    const ids = [(await book(market, { phone })).ticket.id];
    ids.push((await book(market, { phone, houseNumber: "222" })).ticket.id);
    ids.push((await book({ ...market, service: other }, { phone })).ticket.id);
    ids.push((await book(market, { phone, offerCode: "ANOTHER" })).ticket.id);
    await rows(sql`update tickets set is_paid_by_public = true where phone = ${phone}`);
    ids.push((await book(market, { phone })).ticket.id);
    await rows(sql`update tickets set status = 'CANCEL' where phone = ${phone}`);
    ids.push((await book(market, { phone })).ticket.id);
    expect(new Set(ids).size).toBe(6);
  });
});

describe("a booking without a partner", () => {
  test("R042 R048 waits for the fee in force and says 'Please complete the payment process'", async () => {
    await aPriceList();
    const { ticket, payment, message } = await book(await aMarket());
    expect(spoken(message)).toBe("Please complete the payment process");
    expect(payment).toMatchObject({ amount: 9900, currency: "INR", order_id: expect.stringMatching(/^order_/) });
    expect(ticket).toMatchObject({
      createdBy: "PUBLIC",
      status: "PENDING",
      isPaidByPublic: false,
      bookingFeePaise: 9900,
    });
    expect(await broadcastsOf(ticket)).toEqual([]);
    expect(await labelOf(ticket)).toBe("Not Paid (Payment Failed)");
  });
  test("R048 the fee is the price list's, and the order keeps the prices it was made from", async () => {
    await aPriceList({ booking: 149 });
    const { ticket, payment } = await book(await aMarket());
    expect(payment?.amount).toBe(14_900);
    await aPriceList({ booking: 99 });
    const order = await orderOfTicket(ticket.id);
    expect(order).toMatchObject({ amountPaise: 14_900, priceSnapshot: { requestBookingAmountPaise: 14_900 } });
    expect((await payBooking(asVisitor(), { ticketId: ticket.publicId })).amount).toBe(14_900);
  });
  test("Q26 with a device_id it is created by PUBLIC_APP", async () => {
    expect((await book(await aMarket(), { deviceId: "android-1" })).ticket.createdBy).toBe("PUBLIC_APP");
  });
  test("R042 R046 the paid fee confirms it: matched, NEW 99, 'Your request created successfully'", async () => {
    const market = await aMarket();
    const { ticket, payment } = await book(market);
    const callback = await till.pay(payment!.order_id);
    const paid = await confirmBooking(asVisitor(), callback!);
    expect(spoken(paid.message)).toBe("Your request created successfully");
    expect(await reread(ticket)).toMatchObject({ isPaidByPublic: true, broadcastStatus: "broadcasted" });
    expect(await broadcastsOf(ticket)).toEqual([{ center_id: market.center.id, status: "PENDING" }]);
    expect(await labelOf(ticket)).toBe("NEW 99");
    expect(await events(ticket)).toEqual(["ticket.created", "ticket.feePaid", "ticket.broadcasted"]);
  });
  test("Q05 callback, provider's word and webhook together confirm once", async () => {
    const { ticket, payment } = await book(await aMarket());
    const callback = (await till.pay(payment!.order_id))!;
    await till.settled();
    await Promise.all([
      unitOfWork(() => confirmBooking(asVisitor(), callback)),
      unitOfWork(() => confirmBookingWithProvider(asVisitor(), { ticketId: ticket.publicId })),
      till.deliver(...till.sent),
    ]);
    expect((await events(ticket)).filter((event) => event === "ticket.feePaid")).toHaveLength(1);
    expect(await count(sql`transfers`, sql`ticket_id = ${ticket.id}`)).toBe(1);
    expect(await broadcastsOf(ticket)).toHaveLength(1);
  });
  test("R046 a fee is due only while it can be paid: not of a request that was accepted without it", async () => {
    const market = await aMarket();
    const { ticket } = await book(market);
    const ticketId = ticket.publicId;
    expect((await bookingState({ ticketId })).state).toBe("due");
    await rows(sql`update tickets set status = 'ACCEPTED', center_id = ${market.center.id} where id = ${ticket.id}`);
    expect((await bookingState({ ticketId })).state).toBe("created");
    await expect(payBooking(asVisitor(), { ticketId })).rejects.toMatchObject({ key: "booking.nothingDue" });
  });
  test("R046 a booking whose answer is repeated while its fee is being paid is created, not refused", async () => {
    const { ticket, payment } = await book(await aMarket());
    const again = await till.paidDuring(payment!.order_id, () => bookedBefore(ticket.id));
    expect([spoken(again.message), again.payment]).toEqual(["Your request created successfully", null]);
  });
  test("R045 a failed payment is 'Payment failed! Your request not created', and it is paid on the same order later", async () => {
    const { ticket, payment } = await book(await aMarket());
    expect(await till.pay(payment!.order_id, "failure")).toBeUndefined();
    const failed = await confirmBookingWithProvider(asVisitor(), { ticketId: ticket.publicId });
    expect(failed.state).toBe("failed");
    expect(spoken(failed.message)).toBe("Payment failed! Your request not created");
    expect(await broadcastsOf(ticket)).toEqual([]);
    const again = await payBooking(asVisitor(), { ticketId: ticket.publicId });
    expect(again).toEqual(payment);
    await confirmBooking(asVisitor(), (await till.pay(again.order_id))!);
    expect((await reread(ticket)).isPaidByPublic).toBe(true);
    await expect(payBooking(asVisitor(), { ticketId: ticket.publicId })).rejects.toMatchObject({ kind: "conflict" });
  });
  test("a payment that is not settled yet is pending in words", async () => {
    const { ticket, payment } = await book(await aMarket());
    await till.pay(payment!.order_id, "pending");
    const pending = await confirmBookingWithProvider(asVisitor(), { ticketId: ticket.publicId });
    expect(["pending", "paid"]).toContain(pending.state);
    expect(["booking.paymentPending", "booking.created"]).toContain(pending.message);
  });
  test("R14 a provider that is slow does not keep the booking waiting", async () => {
    const slow = createServer(() => {});
    await new Promise<void>((listening) => slow.listen(0, "127.0.0.1", listening));
    const { paymentBaseUrl, paymentPatienceMs: patient } = env;
    const market = await aMarket();
    configure({ paymentBaseUrl: `http://127.0.0.1:${(slow.address() as AddressInfo).port}`, paymentPatienceMs });
    const { ticket, payment } = await book(market).finally(() => {
      configure({ paymentBaseUrl, paymentPatienceMs: patient });
      slow.closeAllConnections();
      slow.close();
    });
    expect(payment).toBeNull();
    expect((await payBooking(asVisitor(), { ticketId: ticket.publicId })).amount).toBe(9900);
  });
  test("R14 a provider that is down leaves the booking, and the payment is asked for later", async () => {
    const dead = createServer((socket) => socket.destroy());
    await new Promise<void>((listening) => dead.listen(0, "127.0.0.1", listening));
    const { paymentBaseUrl } = env;
    configure({ paymentBaseUrl: `http://127.0.0.1:${(dead.address() as AddressInfo).port}` });
    const { ticket, payment, message } = await book(await aMarket()).finally(() => {
      configure({ paymentBaseUrl });
      dead.close();
    });
    expect({ payment, message }).toEqual({ payment: null, message: "booking.completePayment" });
    expect((await orderOfTicket(ticket.id))?.status).toBe("created");
  });
});

describe("a booking through a partner's code", () => {
  test("R043 Q129 a center's code: no fee, matched in the same center at once, PENDING", async () => {
    const market = await aMarket();
    const { qrId } = await qrOf(market.center);
    const { ticket, payment, message } = await book(market, { qrId: qrId.toLowerCase() });
    expect({ payment, text: spoken(message) }).toEqual({ payment: null, text: "Your request created successfully" });
    expect(ticket).toMatchObject({
      createdBy: "PUBLIC_WITH_CENTER_QR",
      qrId,
      status: "PENDING",
      centerId: market.center.id,
      broadcastStatus: "matched_in_same_center",
      bookingFeePaise: 0,
    });
    expect(await labelOf(ticket)).toBe("matched_in_same_center FREE");
    expect(await orderOfTicket(ticket.id)).toBeNull();
  });
  test("R212 a center that does not serve it: the ticket is offered to the others as NEW NOT PAID", async () => {
    const market = await aMarket();
    const elsewhere = await aCenter({ services: [], pincodes: [aPincode()] });
    const { ticket } = await book(market, { qrId: (await qrOf(elsewhere)).qrId });
    expect(ticket).toMatchObject({ broadcastStatus: "broadcasted", centerId: null });
    expect(await broadcastsOf(ticket)).toEqual([{ center_id: market.center.id, status: "PENDING" }]);
    expect(await labelOf(ticket)).toBe("NEW NOT PAID");
  });
  test("R207 a dealer's code decides PUBLIC_WITH_DELAR_QR: no fee, broadcasted, DEALER", async () => {
    const market = await aMarket();
    const { ticket, payment } = await book(market, { qrId: (await aDealerQr()).qrId });
    expect(payment).toBeNull();
    expect(ticket).toMatchObject({ createdBy: "PUBLIC_WITH_DELAR_QR", broadcastStatus: "broadcasted" });
    expect(await labelOf(ticket)).toBe("DEALER");
  });
  test("an unknown code books nothing", async () => {
    const market = await aMarket();
    await expect(book(market, { qrId: "NOBODY" })).rejects.toMatchObject({ kind: "missing", key: "booking.qrUnknown" });
    expect(await count(sql`tickets`, sql`pincode = ${market.pincode}`)).toBe(0);
  });
  test("a revoked code still books, uncredited: PUBLIC, with the fee, offered to all", async () => {
    const gone = await aCenter({ isActive: centerState.DELETED });
    for (const { qrId } of [await aDealerQr({ status: "INACTIVE" }), await qrOf(gone)]) {
      const { ticket, payment } = await book(await aMarket(), { qrId });
      expect(ticket).toMatchObject({ createdBy: "PUBLIC", qrId: null, centerId: null });
      expect(payment).not.toBeNull();
    }
  });
});

describe("where nobody serves", () => {
  test("R205 no fee is asked, the demand is recorded: 'No Service Available In This Area'", async () => {
    const { service } = await aMarket();
    const { ticket, payment, message } = await book({ service, pincode: aPincode() });
    expect({ payment, text: spoken(message) }).toEqual({ payment: null, text: "No Service Available In This Area" });
    expect(await reread(ticket)).toMatchObject({ serviceAvailable: false, status: "PENDING", bookingFeePaise: 0 });
    expect(await labelOf(ticket)).toBe("No Service Available In This Area");
    expect(await orderOfTicket(ticket.id)).toBeNull();
    expect(await events(ticket)).toEqual(["ticket.created", "ticket.noCenter"]);
  });
  test("R205 the same through a dealer's code", async () => {
    const { service } = await aMarket();
    const { message } = await book({ service, pincode: aPincode() }, { qrId: (await aDealerQr()).qrId });
    expect(message).toBe("booking.noService");
  });
});

describe("what ties a booking to a phone", () => {
  test("R038 the consumer is registered and the proof used up with the ticket", async () => {
    const input = fields(await aMarket());
    const proof = await aProof({ phone: input.phone });
    await bookTicket(asVisitor(), { ...input, proof });
    expect(await count(sql`consumers`, sql`phone = ${input.phone} and name = 'Meera Nair'`)).toBe(1);
    expect(await count(sql`otp_proofs`, sql`phone = ${input.phone} and used_at is null`)).toBe(0);
    await expect(bookTicket(asVisitor(), { ...input, proof })).rejects.toMatchObject({ kind: "denied" });
    expect(await count(sql`tickets`, sql`phone = ${input.phone}`)).toBe(1);
  });
  test("R041 without a proof, or with one of another phone or purpose, no ticket is made", async () => {
    const input = fields(await aMarket());
    const foreign = await aProof({ phone: aPhone() });
    const login = await aProof({ phone: input.phone, purpose: "registration" });
    await expect(bookTicket(asVisitor(), input)).rejects.toMatchObject({ key: "otp.proofMissing" });
    for (const proof of ["made-up", foreign, login])
      await expect(bookTicket(asVisitor(), { ...input, proof })).rejects.toMatchObject({ key: "otp.proofNeeded" });
    expect(await count(sql`tickets`, sql`phone = ${input.phone}`)).toBe(0);
  });
  test("a booking that is refused keeps its proof", async () => {
    const offer = await anOffer({ isActive: false });
    const input = fields(await aMarket());
    const proof = await aProof({ phone: input.phone });
    const refused = bookTicket(asVisitor(), { ...input, offerCode: offer.title, proof } as BookingInput);
    await expect(refused).rejects.toMatchObject({ kind: "invalid", key: "offer.notValid" });
    expect((await bookTicket(asVisitor(), { ...input, proof })).ticket.status).toBe("PENDING");
  });
  test("Q86 an offer code is refused only when its offer is inactive or out of date", async () => {
    const market = await aMarket();
    const live = await anOffer();
    const over = await anOffer({ toDate: new Date("2026-01-01"), fromDate: new Date("2025-12-01") });
    for (const offerCode of [live.title, "NEVERHEARD1"])
      expect((await book(market, { offerCode })).ticket.offerCode).toBe(offerCode);
    await expect(book(market, { offerCode: over.title })).rejects.toMatchObject({ key: "offer.notValid" });
  });
  test("a service that is not offered any more is refused at its field", async () => {
    const { pincode } = await aMarket();
    const service = await aService({ isActive: false });
    await expect(book({ service, pincode })).rejects.toMatchObject({ fields: { serviceId: "form.choice" } });
  });
});

describe("a double submit", () => {
  test("one draft becomes one ticket, however often it is sent", async () => {
    const market = await aMarket();
    const { token } = await openDraft({});
    const input = fields(market, { draftToken: token });
    const proof = await aProof({ phone: input.phone });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => unitOfWork(() => bookTicket(asVisitor(), { ...input, proof }))),
    );
    expect(new Set(answers.map(({ ticket }) => ticket.publicId)).size).toBe(1);
    expect((await draftTicket(token))?.payment).toEqual(answers[0]?.payment);
    expect(await count(sql`tickets`, sql`phone = ${input.phone}`)).toBe(1);
    expect(await count(sql`orders`, sql`ticket_id = ${answers[0]!.ticket.id}`)).toBe(1);
  });
});

describe("a draft", () => {
  test("B1 keeps each field over reload, but never an OTP or an unknown field", async () => {
    const { token } = await openDraft({ qrId: "INA0001" });
    await saveDraft(token, { name: "Meera", "timePreference.type": "IMMEDIATELY", otp: "123456", proof: "x" });
    await saveDraft(token, { city: "Bengaluru", name: "Meera Nair" });
    const { draft, token: same } = await openDraft({ token, qrId: "INA0001" });
    expect(same).toBe(token);
    expect(draft.fields).toEqual({ name: "Meera Nair", "timePreference.type": "IMMEDIATELY", city: "Bengaluru" });
  });
  test("ends after a day and is then unknown", async () => {
    freezeClock("2026-11-21T10:00:00+05:30");
    const { token } = await openDraft({});
    moveClock(24 * hour + 1);
    expect(await saveDraft(token, { name: "Meera" })).toBeUndefined();
    expect((await openDraft({ token })).token).not.toBe(token);
  });
  test("that was booked shows its ticket, and a fresh one starts the next booking", async () => {
    const market = await aMarket();
    const { token } = await openDraft({});
    const { ticket } = await book(market, { draftToken: token });
    expect((await openDraft({ token })).draft.booked).toBe(true);
    expect((await draftTicket(token))?.ticket.id).toBe(ticket.id);
    const next = await openDraft({ token, fresh: true });
    expect(next.token).not.toBe(token);
    expect(next.draft).toMatchObject({ booked: false, fields: {} });
  });
});

describe("a payment that comes after the end", () => {
  test("of a ticket that was cancelled is refunded to its source", async () => {
    const { ticket, payment } = await book(await aMarket());
    await cancelTicket(asAdmin(), { ticketId: ticket.publicId, reason: "by phone" });
    const late = await confirmBooking(asVisitor(), (await till.pay(payment!.order_id))!);
    expect(late.message).toBe("booking.feeReturned");
    expect(await count(sql`refunds`, sql`order_id = ${(await orderOfTicket(ticket.id))!.id}`)).toBe(1);
    expect(await broadcastsOf(ticket)).toEqual([]);
    await till.work();
    expect(
      await count(sql`refunds`, sql`order_id = ${(await orderOfTicket(ticket.id))!.id} and status = 'processed'`),
    ).toBe(1);
  });
  test("of a ticket that was deleted is refunded too", async () => {
    const { ticket, payment } = await book(await aMarket());
    await deleteTicket(asAdmin(), { ticketId: ticket.publicId });
    await till.pay(payment!.order_id);
    await till.settled();
    await till.deliver(...till.sent);
    await deletionSettles(ticket);
    expect(await count(sql`refunds`, sql`order_id = ${(await orderOfTicket(ticket.id))!.id}`)).toBe(1);
  });
  test("is refunded when no center is left by then", async () => {
    const { service, pincode, center } = await aMarket();
    const { ticket, payment } = await book({ service, pincode });
    await rows(sql`update centers set broadcast_disabled = true where id = ${center.id}`);
    const { message } = await confirmBooking(asVisitor(), (await till.pay(payment!.order_id))!);
    expect(message).toBe("booking.feeReturned");
    expect(await reread(ticket)).toMatchObject({ serviceAvailable: false, isPaidByPublic: false, status: "PENDING" });
  });
});

describe("pick and drop", () => {
  const ride = (vehicleId: string) => ({
    pickLocation: "Majestic",
    dropLocation: "Airport",
    vehicleId,
    customerOfferPrice: 150,
    houseNumber: undefined,
    name: undefined,
  });
  test("R050 R064 costs the vehicle's platform charge and keeps places and offer price", async () => {
    const service = await aService({ pickDrop: true });
    const pincode = aPincode();
    await aCenter({ services: [service], pincodes: [pincode] });
    const vehicle = await aVehicle();
    const { ticket, payment } = await book({ service, pincode }, ride(vehicle.id) as never);
    expect(payment?.amount).toBe(2_000);
    expect(ticket).toMatchObject({
      vehicleId: vehicle.id,
      pickLocation: "Majestic",
      dropLocation: "Airport",
      customerOfferPricePaise: 15_000,
    });
    expect((await orderOfTicket(ticket.id))?.purpose).toBe("pick_drop");
    await confirmBooking(asVisitor(), (await till.pay(payment!.order_id))!);
    expect(await labelOf(ticket)).toBe("NEW 99");
  });
  test("R064 R065 places belong to pick-and-drop services only, an address to the others", async () => {
    const market = await aMarket();
    const vehicle = await aVehicle();
    const pickDrop = { ...market, service: await aService({ pickDrop: true }) };
    await expect(book(pickDrop)).rejects.toMatchObject({ kind: "invalid", key: "form.incomplete" });
    await expect(book(market, ride(vehicle.id) as never)).rejects.toMatchObject({ kind: "invalid" });
  });
});

describe("tickets written by centers and admins", () => {
  test("R161 a center's ticket needs no OTP and no fee; it keeps what it serves itself", async () => {
    const market = await aMarket();
    const { ticket, payment } = await createCenterTicket(asCenter(market.center), fields(market) as never);
    expect(payment).toBeNull();
    expect(ticket).toMatchObject({
      createdBy: "CENTER",
      createdByCenterId: market.center.id,
      centerId: market.center.id,
      broadcastStatus: "matched_in_same_center",
      createName: market.center.centerName,
    });
  });
  test("R206 what it does not serve is offered to others as NEW NOT PAID", async () => {
    const market = await aMarket();
    const writer = await aCenter();
    const { ticket } = await createCenterTicket(asCenter(writer), fields(market) as never);
    expect(await broadcastsOf(ticket)).toEqual([{ center_id: market.center.id, status: "PENDING" }]);
    expect(await labelOf(ticket)).toBe("NEW NOT PAID");
  });
  test("Q26 an admin's ticket is created by SUPER_ADMIN, needs add_ticket and no proof", async () => {
    const market = await aMarket();
    const { ticket } = await bookTicket(asAdmin(await anAdmin()), fields(market));
    expect(ticket).toMatchObject({ createdBy: "SUPER_ADMIN", createName: "Operations Desk", bookingFeePaise: 0 });
    expect(await labelOf(ticket)).toBe("broadcasted FREE");
    const limited = asAdmin(undefined, { permissions: ["edit_ticket.full_access"] });
    await expect(bookTicket(limited, fields(market))).rejects.toMatchObject({ kind: "denied" });
  });
  test("nobody else writes tickets", async () => {
    const market = await aMarket();
    await expect(bookTicket(asCenter(market.center), fields(market))).rejects.toMatchObject({ kind: "denied" });
    await expect(createCenterTicket(asVisitor(), fields(market) as never)).rejects.toMatchObject({ kind: "denied" });
  });
});

describe("the human id", () => {
  test("is REQ, India's date and four letters without look-alikes, and no two are equal", async () => {
    freezeClock("2026-11-20T20:00:00Z");
    const market = await aMarket();
    const made = await Promise.all(Array.from({ length: 8 }, () => unitOfWork(() => book(market))));
    for (const { ticket } of made) expect(ticket.ticketId).toMatch(/^REQ-261121-[ACDEFGHJKMNPQRTUVWXY34679]{4}$/);
    expect(new Set(made.map(({ ticket }) => ticket.ticketId)).size).toBe(8);
    for (const { ticket } of made) expect(ticket.publicId).toMatch(/^[\w-]{22}$/);
  });
});
