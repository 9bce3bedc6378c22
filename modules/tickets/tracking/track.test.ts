import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { day, freezeClock, hour, minute, moveClock, now, resetClock } from "#modules/kernel/clock.ts";
import { seal, unseal } from "#modules/kernel/crypto.server.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  anAcceptedTicket,
  aPhone,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
  aTechnician,
  aTicket,
  aVehicle,
} from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import {
  aClosedJob,
  aDoneJob,
  aJob,
  closeAs,
  notApproved,
  notVisited,
  paid,
  startCodeOf,
} from "#modules/testing/work.ts";
import { openOrder } from "#modules/wallet/index.ts";
import {
  rateTicket,
  startJob,
  startVisit,
  statusList,
  submitFeedback,
  technicianPicture,
  ticketClosed,
  trackTicket,
} from "../index.ts";
import { activeStep, type ClosureRemark, closureRemarks, revisitDays, revisitOpen, skippedSteps } from "../labels.ts";

openDatabase();

const tokens = new Map<string, string>();
hear(ticketClosed, async ({ ticketId, feedbackTokenSealed }) => tokens.set(ticketId, unseal(feedbackTokenSealed)));
afterEach(resetClock);

const five = [9, 8, 7, 10, 9].map((answer) => ({ answer }));

test("R084 the technician's face is shown, and opens, only where the technician agreed", async () => {
  const center = await aCenter();
  const owner = { ownerKind: "center", ownerId: center.id } as const;
  const face = await storeBlob(Buffer.from("face"), { kind: "profile", mime: "image/jpeg", ...owner });
  for (const showsFace of [false, true]) {
    const technician = await aTechnician({ center, profilePictureBlobId: face.id, showsFace });
    const { publicId, phone } = await anAcceptedTicket(center, { technicianId: technician.id });
    const tracked = await trackTicket(asVisitor(phone), publicId);
    expect(tracked.details?.technician).toMatchObject({ hasPicture: showsFace });
    const opened = technicianPicture(asVisitor(phone), publicId);
    if (showsFace) expect((await opened).mime).toBe("image/jpeg");
    else await expect(opened).rejects.toMatchObject({ key: "blob.missing" });
  }
});

test("R082 the tracking page needs no login, only its link", async () => {
  const ticket = await aTicket();
  expect(await trackTicket(asVisitor(), ticket.publicId)).toMatchObject({ number: ticket.ticketId, status: "PENDING" });
  await expect(trackTicket(asVisitor(), "nobody-knows-this")).rejects.toMatchObject({
    kind: "missing",
    key: "ticket.notFound",
  });
});

test("R084 R085 whoever booked sees everything of the request", async () => {
  const { center, technician, ticket, code } = await aDoneJob({
    ticketPricePaise: fromRupees(199),
    isPaidByPublic: true,
    bookingFeePaise: fromRupees(99),
  });
  await closeAs(center, ticket, { amount: 599, closeRemarks: paid, code });
  const tracked = await trackTicket(asVisitor(ticket.phone), ticket.publicId);
  expect(tracked).toMatchObject({
    access: "full",
    closedAt: expect.any(Date),
    details: {
      service: expect.stringContaining("SERVICE"),
      requirement: ticket.requirement,
      name: "Meera Nair",
      phone: ticket.phone,
      address: `221, Indiranagar, Bengaluru, Karnataka, ${ticket.pincode}`,
      technician: { name: technician.name, rating: null, hasPicture: false },
      ticketPricePaise: 19_900,
      closingPricePaise: 59_900,
      bookingFeePaise: 9_900,
      pictures: [{ url: expect.stringContaining(`/pictures/${ticket.publicId}/`) }],
      starRating: null,
    },
  });
});

test("R086 R087 Q89 the six steps are reached one after the other, with their times", async () => {
  freezeClock("2026-11-21T10:00:00+05:30");
  const center = await aCenter();
  const accepted = await anAcceptedTicket(center);
  const { technician, ticket } = await aJob({}, center);
  const seen = async () => {
    const { steps, activeStep, timeline } = await trackTicket(asVisitor(), ticket.publicId);
    return { steps, activeStep, at: timeline.map(({ at }) => at?.toISOString().slice(11, 16) ?? null) };
  };
  expect((await trackTicket(asVisitor(), accepted.publicId)).timeline.map(({ label }) => label)).toEqual([
    "timeline.created",
    "timeline.assigned",
    "timeline.started",
    "timeline.completed",
    "timeline.invoiced",
    "timeline.feedback",
  ]);
  expect(await seen()).toMatchObject({ steps: ["CREATED", "ASSIGNED"], activeStep: 3 });
  moveClock(hour);
  await startJob(asTechnician(technician), { ticketId: ticket.publicId });
  expect(await seen()).toMatchObject({ steps: ["CREATED", "ASSIGNED", "STARTED"], activeStep: 4 });
  moveClock(hour);
  await closeAs(center, ticket, { closeRemarks: notApproved });
  expect(await seen()).toMatchObject({
    steps: ["CREATED", "ASSIGNED", "STARTED", "COMPLETED", "INVOICED"],
    activeStep: 6,
  });
  moveClock(hour);
  await submitFeedback(asVisitor(), { token: tokens.get(ticket.id)!, answers: five });
  expect(await seen()).toEqual({
    steps: ["CREATED", "ASSIGNED", "STARTED", "COMPLETED", "INVOICED", "FEEDBACK"],
    activeStep: 6,
    at: ["04:30", "04:30", "05:30", null, "06:30", "07:30"],
  });
  const last = (await trackTicket(asVisitor(), ticket.publicId)).timeline;
  expect(last.map(({ state }) => state)).toEqual(["done", "done", "done", "skipped", "done", "done"]);
});

test("a request that was closed without the work shows neither start nor completion, and its sentence says why", async () => {
  const center = await aCenter();
  const closedWith = async (closeRemarks: ClosureRemark) => {
    const { ticket } = await aJob({}, center);
    await closeAs(center, ticket, { closeRemarks });
    const { now, steps, timeline } = await trackTicket(asVisitor(), ticket.publicId);
    expect(steps).toHaveLength(5);
    return [now.key, ...timeline.map(({ state }) => state)];
  };
  const without = ["done", "done", "skipped", "skipped"];
  expect(await closedWith(notVisited)).toEqual(["tracking.now.notVisited", ...without, "skipped", "active"]);
  expect(await closedWith(notApproved)).toEqual(["tracking.now.notDone", ...without, "done", "active"]);
  expect(skippedSteps({ status: "CLOSED", closeRemarks: closureRemarks[0] })).toEqual([]);
  expect(skippedSteps({ status: "CLOSED", closeRemarks: "seen and closed" })).toEqual([]);
  expect(skippedSteps({ status: "ACCEPTED", closeRemarks: notVisited })).toEqual([]);
});

test("R088 R089 NOT_ASSIGNED makes the second step the active one", async () => {
  const ticket = await anAcceptedTicket(await aCenter());
  expect(await statusList(asVisitor(), ticket.publicId)).toEqual(["NOT_ASSIGNED", "CREATED"]);
  const { timeline } = await trackTicket(asVisitor(), ticket.publicId);
  expect(timeline.map(({ state }) => state)).toEqual(["done", "active", "todo", "todo", "todo", "todo"]);
  expect(activeStep(["NOT_ASSIGNED", "CREATED"])).toBe(2);
});

test("R090 PENDING is yellow, ACCEPTED green, CLOSED red", async () => {
  const center = await aCenter();
  const colour = async (ticket: { publicId: string }) => (await trackTicket(asVisitor(), ticket.publicId)).colour;
  expect(await colour(await aTicket())).toBe("yellow");
  expect(await colour(await anAcceptedTicket(center))).toBe("green");
  expect(await colour((await aClosedJob({}, 0, center)).ticket)).toBe("red");
});

test("R091 R092 invoice and rebook for a closed ticket only, revisit until 29 days after closing", async () => {
  const open = await aJob();
  const offers = async (publicId: string) => (await trackTicket(asVisitor(), publicId)).offers;
  expect(await offers(open.ticket.publicId)).toMatchObject({
    invoice: false,
    rebook: false,
    revisit: false,
    rating: false,
  });
  freezeClock("2026-11-21T10:00:00+05:30");
  const { ticket } = await aClosedJob();
  expect(await offers(ticket.publicId)).toMatchObject({ invoice: true, rebook: true, revisit: true, rating: true });
  moveClock(29 * day);
  expect((await offers(ticket.publicId)).revisit).toBe(true);
  moveClock(1);
  expect(await offers(ticket.publicId)).toMatchObject({ invoice: true, rebook: true, revisit: false });
});

test("Q110 the last millisecond of 29 × 24 hours is inside", () => {
  const closedAt = new Date("2026-11-21T04:30:00Z");
  const at = (ms: number) => new Date(closedAt.getTime() + ms);
  expect(revisitDays).toBe(29);
  expect(revisitOpen(closedAt, at(29 * day))).toBe(true);
  expect(revisitOpen(closedAt, at(29 * day + 1))).toBe(false);
});

test("H3 whoever has only the link sees first name and masked phone, and never phone, address or code", async () => {
  const canary = { houseNumber: "CANARYHOUSE", locality: "CANARYLANE", name: "Meera CANARYNAME", email: "canary@x.in" };
  const phone = aPhone();
  const spoken = `${phone.slice(0, 5)} ${phone.slice(5)}`;
  const { center, technician, ticket } = await aJob({
    ...canary,
    phone,
    alternatePhone: aPhone(),
    requirement: `AC is loud, call me on ${spoken}`,
  });
  // Four digits occur inside many numbers, so the test uses recognisable codes.
  const codes = { happy: "CANARYHAPPY", unhappy: "CANARYSAD" };
  await rows(
    sql`update tickets set happy_code = ${seal(codes.happy)}, unhappy_code = ${seal(codes.unhappy)} where id = ${ticket.id}`,
  );
  const secrets = [phone, spoken, ticket.alternatePhone!, codes.happy, codes.unhappy, ticket.happyCode!, ticket.id];
  for (const actor of [
    asVisitor(),
    asVisitor(aPhone()),
    asCenter(await aCenter()),
    asAdmin(undefined, { permissions: [] }),
  ]) {
    const tracked = await trackTicket(actor, ticket.publicId);
    expect(tracked).toMatchObject({
      access: "public",
      details: { name: "Meera", phone: `${phone.slice(0, 2)}xxxxxx${phone.slice(-2)}`, address: null },
    });
    const body = JSON.stringify(tracked);
    for (const secret of [...secrets, "CANARY"]) expect(body).not.toContain(secret);
    expect(tracked.details?.technician).toMatchObject({ phone: technician.phone, mayCall: true });
    expect(tracked.details?.requirement).toContain("AC is loud");
  }
  // Not even the browser that booked is sent the codes: they come by message.
  const full = JSON.stringify(await trackTicket(asVisitor(phone), ticket.publicId));
  for (const secret of [codes.happy, codes.unhappy]) expect(full).not.toContain(secret);
  expect(await trackTicket(asCenter(center), ticket.publicId)).toMatchObject({ access: "full" });
});

test("the technician's phone is shown only between assignment and closing", async () => {
  const { center, technician, ticket } = await aJob();
  const shown = async () => (await trackTicket(asVisitor(ticket.phone), ticket.publicId)).details?.technician;
  expect(await shown()).toMatchObject({ phone: technician.phone, mayCall: true });
  await closeAs(center, ticket, { closeRemarks: notVisited });
  expect(await shown()).toMatchObject({
    phone: `${technician.phone.slice(0, 2)}xxxxxx${technician.phone.slice(-2)}`,
    mayCall: false,
  });
});

test("30 days after closing the link, the center and the technician see the state alone, the customer everything", async () => {
  freezeClock("2026-11-21T10:00:00+05:30");
  const { center, technician, ticket } = await aClosedJob();
  moveClock(30 * day);
  expect(await trackTicket(asCenter(center), ticket.publicId)).toMatchObject({ access: "full" });
  moveClock(1);
  for (const actor of [asVisitor(), asCenter(center), asTechnician(technician)]) {
    const tracked = await trackTicket(actor, ticket.publicId);
    expect(tracked).toMatchObject({ access: "status", status: "CLOSED", details: null });
    expect(JSON.stringify(tracked)).not.toMatch(/Meera|Indiranagar|Ravi/);
  }
  expect(await trackTicket(asVisitor(ticket.phone), ticket.publicId)).toMatchObject({ access: "full" });
  expect(await trackTicket(asAdmin(), ticket.publicId)).toMatchObject({ access: "full" });
});

test("B2 the status card says what is happening and what comes next", async () => {
  const center = await aCenter();
  const words = async (ticket: { publicId: string }) => {
    const { now, next } = await trackTicket(asVisitor(), ticket.publicId);
    return [now.key, next?.key ?? null];
  };
  expect(await words(await aTicket({ serviceAvailable: false }))).toEqual(["tracking.now.noService", null]);
  expect(await words(await aTicket({ bookingFeePaise: fromRupees(99) }))).toEqual([
    "tracking.now.awaitingPayment",
    null,
  ]);
  expect(await words((await aBroadcastTicket([center])).ticket)).toEqual(["tracking.now.matching", null]);
  expect(await words(await anAcceptedTicket(center))).toEqual(["tracking.now.accepted", "tracking.next.soon"]);
  const { ticket, technician } = await aJob({ timePreferenceType: "WITHIN_24_HOURS" }, center);
  expect(await words(ticket)).toEqual(["tracking.now.assigned", "tracking.next.by"]);
  await startVisit(asTechnician(technician), { ticketId: ticket.publicId, code: await startCodeOf(ticket) });
  expect(await words(ticket)).toEqual(["tracking.now.started", null]);
  await closeAs(center, ticket, { closeRemarks: notVisited });
  expect(await words(ticket)).toEqual(["tracking.now.notVisited", null]);
  expect(await words((await aClosedJob({}, 0, center)).ticket)).toEqual(["tracking.now.closed", null]);
  expect(await words(await aTicket({ status: "CANCEL" }))).toEqual(["tracking.now.cancelled", null]);
});

test("R050 an unpaid pick and drop waits for its vehicle's platform charge, not for a booking fee", async () => {
  const vehicleId = (await aVehicle()).id;
  const ride = { vehicleId, bookingFeePaise: fromRupees(20) };
  const fee = async (ticket: { publicId: string }) => {
    const { now, feeDue, pickDrop } = await trackTicket(asVisitor(), ticket.publicId);
    return [now.key, feeDue, pickDrop];
  };
  expect(await fee(await aTicket(ride))).toEqual(["tracking.now.awaitingPlatform", true, true]);
  expect(await fee(await aTicket({ bookingFeePaise: fromRupees(99) }))).toEqual([
    "tracking.now.awaitingPayment",
    true,
    false,
  ]);
  const paid = { ...ride, isPaidByPublic: true, broadcastStatus: "broadcasted" } as const;
  expect(await fee(await aTicket(paid))).toEqual(["tracking.ride.now.matching", false, true]);
});

test("a pick and drop is told in words of a ride: no technician, no service center, no visit and no work", async () => {
  const center = await aCenter();
  const ride = { vehicleId: (await aVehicle()).id };
  const matching = (await aBroadcastTicket([center], { ...ride })).ticket;
  const accepted = await anAcceptedTicket(center, ride);
  const { ticket: assigned } = await aJob({ ...ride, timePreferenceType: "WITHIN_24_HOURS" }, center);
  const { ticket: notDone } = await aJob(ride, center);
  await closeAs(center, notDone, { closeRemarks: notVisited });
  const { ticket: done } = await aClosedJob(ride, 0, center);
  moveClock(3 * day);
  const sentences = [];
  for (const { publicId } of [matching, accepted, assigned, notDone, done]) {
    const { now: present, next, late } = await trackTicket(asVisitor(), publicId);
    for (const sentence of [present, next, late])
      if (sentence) sentences.push(say(sentence.key, { technician: "Asha", center: "Fast Rides" }));
  }
  expect(sentences).toHaveLength(10);
  for (const text of sentences) expect(text).not.toMatch(/technician|service center|visit|work|job|repair/i);
});

test("a request whose fee nobody paid in time is over, and nothing can be paid for it any more", async () => {
  const ticket = await aTicket({ bookingFeePaise: fromRupees(99) });
  const fee = { purpose: "booking_fee", ticketId: ticket.id, amountPaise: fromRupees(99) } as const;
  const order = await transaction(() => openOrder(fee));
  expect(await trackTicket(asVisitor(), ticket.publicId)).toMatchObject({ feeDue: true });
  await rows(sql`update orders set status = 'closed' where id = ${order.id}`);
  expect(await trackTicket(asVisitor(), ticket.publicId)).toMatchObject({
    now: { key: "booking.pay.over" },
    feeDue: false,
  });
});

test("a fee that goes back is said, whether the request was cancelled, has no center left or is still offered", async () => {
  const states = [
    { status: "CANCEL" },
    { serviceAvailable: false },
    { broadcastStatus: "broadcasted", broadcastAt: now() },
  ] as const;
  for (const state of states) {
    const ticket = await aTicket({ ...state, bookingFeePaise: fromRupees(99) });
    const fee = { purpose: "booking_fee", ticketId: ticket.id, amountPaise: fromRupees(99) } as const;
    const order = await transaction(() => openOrder(fee));
    const shown = async () => {
      const { feeDue, feeReturnedPaise } = await trackTicket(asVisitor(), ticket.publicId);
      return [feeDue, feeReturnedPaise];
    };
    expect(await shown()).toEqual([false, null]);
    await rows(sql`update orders set status = 'paid' where id = ${order.id}`);
    expect(await shown()).toEqual([false, fromRupees(99)]);
  }
});

test("R064 of a pick and drop its customer sees the places, the vehicle and the offer; a link shows no place", async () => {
  const vehicle = await aVehicle();
  const ticket = await aTicket({
    houseNumber: null,
    vehicleId: vehicle.id,
    pickLocation: "Majestic",
    dropLocation: "Airport",
    customerOfferPricePaise: fromRupees(150),
  });
  const { details } = await trackTicket(asVisitor(ticket.phone), ticket.publicId);
  expect(details?.ride).toEqual({
    vehicle: vehicle.vehicleType,
    pickLocation: "Majestic",
    dropLocation: "Airport",
    offerPaise: fromRupees(150),
  });
  const { details: shown } = await trackTicket(asVisitor(), ticket.publicId);
  expect(shown?.ride).toMatchObject({ vehicle: vehicle.vehicleType, pickLocation: null, dropLocation: null });
  expect(JSON.stringify(shown)).not.toMatch(/Majestic|Airport/);
});

test("B2.3 a step that is late says so before anybody asks", async () => {
  freezeClock("2026-11-21T10:00:00+05:30");
  const center = await aCenter();
  const late = async (ticket: { publicId: string }) => (await trackTicket(asVisitor(), ticket.publicId)).late?.key;
  const offered = (await aBroadcastTicket([center])).ticket;
  const accepted = await anAcceptedTicket(center);
  const assigned = await aJob({}, center);
  const started = await aJob({}, center);
  const code = await startCodeOf(started.ticket);
  await startVisit(asTechnician(started.technician), { ticketId: started.ticket.publicId, code });
  for (const ticket of [offered, accepted, assigned.ticket, started.ticket]) expect(await late(ticket)).toBeUndefined();
  moveClock(16 * minute);
  expect(await late(offered)).toBe("tracking.late.accepting");
  moveClock(2 * hour);
  expect(await late(accepted)).toBe("tracking.late.assigning");
  moveClock(3 * hour);
  expect(await late(assigned.ticket)).toBe("tracking.late.visiting");
  moveClock(day);
  expect(await late(started.ticket)).toBe("tracking.late.finishing");
});

test("R094 a rating is shown, counts for the technician and is not asked for again", async () => {
  const { ticket } = await aClosedJob();
  expect((await trackTicket(asVisitor(), ticket.publicId)).offers.rating).toBe(true);
  await rateTicket(asVisitor(ticket.phone), { ticketId: ticket.publicId, rating: 4 });
  const tracked = await trackTicket(asVisitor(), ticket.publicId);
  expect(tracked).toMatchObject({ offers: { rating: false }, details: { starRating: 4 } });
  expect(tracked.details?.technician?.rating).toBe(4);
});
