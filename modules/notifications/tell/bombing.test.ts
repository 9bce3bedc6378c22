import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openSession } from "#modules/access/index.ts";
import { actorOfKey, createKey } from "#modules/catalog/index.ts";
import type { Service } from "#modules/catalog/services/service.entity.ts";
import type { Center } from "#modules/centers/center/center.entity.ts";
import type { Technician } from "#modules/centers/technicians/technician.entity.ts";
import { type Actor, system } from "#modules/kernel/actor.ts";
import { day, freezeClock, hour, minute, moveClock, now, resetClock } from "#modules/kernel/clock.ts";
import { rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { drain, runJob } from "#modules/kernel/work/jobs.server.ts";
import { outboxMessages } from "#modules/sandbox/outbox.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aClient,
  anAddress,
  aPhone,
  aPincode,
  aProof,
  aService,
  asAdmin,
  asCenter,
  asVisitor,
  aTechnician,
  aTicket,
  qrOf,
} from "#modules/testing/factories.ts";
import { fc } from "#modules/testing/property.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import {
  acceptUnpaid,
  assignTechnician,
  bookTicket,
  broadcastTicket,
  cancelTicket,
  changeTechnician,
  closeTicket,
  createCenterTicket,
  ownCodes,
  rebookTicket,
  revisitTicket,
} from "#modules/tickets/index.ts";
import { AssignTechnician, CenterTicket, CloseTicket } from "#modules/tickets/shared.ts";
import { listMessages, retryMessage, withheldFrom } from "../index.ts";
import { notificationJobs } from "../jobs.ts";
import { messagesPerHour } from "../shared.ts";
import { customerNotifications } from "../table/customers.ts";

openDatabase();

let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
const usual = {
  messagesPhoneDay: env.messagesPhoneDay,
  messagesUnprovedPhoneDay: env.messagesUnprovedPhoneDay,
  messagesCenterPhoneDay: env.messagesCenterPhoneDay,
  messagesCenterHour: env.messagesCenterHour,
  messagesCenterDay: env.messagesCenterDay,
  messagesClientHour: env.messagesClientHour,
  messagesClientDay: env.messagesClientDay,
};
const small = {
  messagesPhoneDay: 9,
  messagesUnprovedPhoneDay: 6,
  messagesCenterPhoneDay: 4,
  messagesCenterHour: 7,
  messagesCenterDay: 11,
};
beforeAll(async () => {
  sandbox = await serveSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => configure(usual));
afterEach(() => {
  configure(usual);
  resetClock();
});

type Sent = { at: number; center: number | null; phone: number; proved: boolean };

/** An independent model of the limits over the messages sent; it uses no code of the product. */
class Book {
  readonly sent: Sent[] = [];
  /** Whether one more message is allowed; if so, it is counted. */
  admits(one: Sent, codes: boolean): boolean {
    const since = (ms: number) => this.sent.filter(({ at }) => at > one.at - ms);
    const lastHour = since(hour);
    const lastDay = since(day);
    const toPhone = (list: Sent[]) => list.filter(({ phone }) => phone === one.phone).length;
    const unproved = lastDay.filter(({ proved }) => !proved);
    const ofCenter = (list: Sent[]) => list.filter(({ center, proved }) => !proved && center === one.center);
    const most = (limit: number) => (codes ? limit : limit - Math.min(Math.ceil(limit / 4), limit - 1));
    const free =
      toPhone(lastHour) < messagesPerHour &&
      toPhone(lastDay) < small.messagesPhoneDay &&
      (one.proved ||
        (toPhone(unproved) < most(small.messagesUnprovedPhoneDay) &&
          (one.center === null ||
            (toPhone(ofCenter(lastDay)) < most(small.messagesCenterPhoneDay) &&
              ofCenter(lastHour).length < most(small.messagesCenterHour) &&
              ofCenter(lastDay).length < most(small.messagesCenterDay)))));
    if (free) this.sent.push(one);
    return free;
  }
}

type Held = {
  id: string;
  owner: number;
  phone: number;
  proved: boolean;
  announced: boolean;
  state: string;
  codes: boolean;
};

/** Three centers with one service and pincode, two strangers' phones, and every action possible on a request. */
class Town {
  readonly book = new Book();
  readonly phones = [aPhone(), aPhone()];
  readonly tickets: Held[] = [];
  readonly service: Service;
  readonly pincode: string;
  readonly centers: Center[] = [];
  readonly technicians: Technician[][] = [];

  private constructor(service: Service, pincode: string) {
    this.service = service;
    this.pincode = pincode;
  }

  static async build() {
    const town = new Town(await aService(), aPincode());
    for (let n = 0; n < 3; n++) {
      const center = await aCenter({ services: [town.service], pincodes: [town.pincode] });
      town.centers.push(center);
      const technicians = [await aTechnician({ center }), await aTechnician({ center })];
      town.technicians.push(technicians);
      // Technicians who have signed in: their messages are their own, and use up nothing of the center's.
      for (const { id: subjectId } of technicians)
        await openSession({ kind: "technician", subjectId, via: "token", address: anAddress() });
    }
    return town;
  }

  request(phone: number) {
    return {
      serviceId: this.service.id,
      name: "Meera Nair",
      phone: this.phones[phone]!,
      houseNumber: "221",
      city: "Bengaluru",
      state: "Karnataka",
      pincode: this.pincode,
      offerCode: "GHARSEVA2025",
      timePreference: { type: "IMMEDIATELY" as const },
    };
  }
  /** Picks a ticket among those in one of these states. */
  pick(which: number, ...states: string[]) {
    const fit = this.tickets.filter(({ state }) => states.includes(state));
    return fit.length > 0 ? fit[which % fit.length] : undefined;
  }
  add(id: string, owner: number, phone: number, proved: boolean) {
    const held: Held = { id, owner, phone, proved, announced: false, state: "open", codes: false };
    this.tickets.push(held);
    return held;
  }
  /** Runs the queues; the message of the last action, if any, must be sent or withheld as the limits say. */
  async expectMessage(held: Held, template: string, center: number | null, { codes = false } = {}) {
    await drain(notificationJobs);
    const messages = await rows<{ status: string; error: string | null; sender: string | null; proved: boolean }>(
      sql`select m.status, m.error, m.sender_center_id as sender, m.proved from messages m join tickets t on t.id = m.ticket_id
        where t.public_id = ${held.id} and m.template = ${template} order by m.id desc`,
    );
    const passes = this.book.admits({ at: now().getTime(), center, phone: held.phone, proved: held.proved }, codes);
    expect(messages[0], template).toEqual({
      status: passes ? "sent" : "withheld",
      error: passes ? null : expect.stringMatching(/^limit: /),
      sender: center === null ? null : this.centers[center]!.id,
      proved: held.proved,
    });
    return passes;
  }
}

const acts = {
  async create(town: Town, center: number, phone: number) {
    const input = CenterTicket.parse(town.request(phone));
    const { ticket } = await createCenterTicket(asCenter(town.centers[center]!), input);
    const held = town.add(ticket.publicId, center, phone, false);
    held.announced = await town.expectMessage(held, "bookingConfirmed", center);
  },
  async book(town: Town, center: number, phone: number) {
    const { qrId } = await qrOf(town.centers[center]!);
    const proof = await aProof({ phone: town.phones[phone]! });
    const { ticket } = await bookTicket(asVisitor(), { ...town.request(phone), qrId, proof });
    const held = town.add(ticket.publicId, center, phone, true);
    held.announced = await town.expectMessage(held, "bookingConfirmed", null);
  },
  async assign(town: Town, which: number) {
    const held = town.pick(which, "open");
    if (!held) return;
    const [technician] = town.technicians[held.owner]!;
    await assignTechnician(
      asCenter(town.centers[held.owner]!),
      AssignTechnician.parse({ ticketId: held.id, technicianId: technician!.id }),
    );
    held.state = "assigned";
    await town.expectMessage(held, "happyCodes", held.owner, { codes: true });
  },
  async change(town: Town, which: number) {
    const held = town.pick(which, "assigned");
    if (!held) return;
    for (const { id: technicianId } of town.technicians[held.owner]!.toReversed())
      await changeTechnician(asCenter(town.centers[held.owner]!), { ticketId: held.id, technicianId });
  },
  async close(town: Town, which: number) {
    const held = town.pick(which, "assigned");
    if (!held) return;
    const closeRemarks = "Not Visited - Can't Deliver Service";
    const closing = CloseTicket.parse({ ticketId: held.id, amount: 0, closeRemarks });
    await closeTicket(asCenter(town.centers[held.owner]!), closing);
    held.state = "closed";
    // Nobody came: the customer is asked whether the request is still needed.
    await town.expectMessage(held, "requestUpdate", held.owner);
    await town.expectMessage(held, "feedbackLink", held.owner);
  },
  async cancel(town: Town, which: number) {
    const held = town.pick(which, "open", "assigned");
    if (!held) return;
    await cancelTicket(asAdmin(), { ticketId: held.id });
    held.state = "cancelled";
    if (held.announced) await town.expectMessage(held, "requestUpdate", null);
  },
  async rebook(town: Town, which: number) {
    const held = town.pick(which, "closed");
    if (!held) return;
    const again = { ticketId: held.id, timePreference: { type: "IMMEDIATELY" as const } };
    const { ticket } = await rebookTicket(asCenter(town.centers[held.owner]!), again);
    const made = town.add(ticket.publicId, held.owner, held.phone, false);
    made.announced = await town.expectMessage(made, "bookingConfirmed", held.owner);
  },
  async revisit(town: Town, which: number) {
    const held = town.pick(which, "closed");
    if (!held) return;
    const again = { ticketId: held.id, timePreference: { type: "IMMEDIATELY" as const } };
    const ticket = await revisitTicket(asCenter(town.centers[held.owner]!), again).catch((error) => {
      if (error instanceof DomainError) return undefined;
      throw error;
    });
    if (!ticket) return;
    const made = town.add(ticket.publicId, held.owner, held.phone, false);
    made.announced = await town.expectMessage(made, "bookingConfirmed", held.owner);
  },
  async hand(town: Town, which: number) {
    const held = town.pick(which, "open");
    if (!held || held.proved) return;
    const next = (held.owner + 1) % town.centers.length;
    const owner = asCenter(town.centers[held.owner]!);
    const handed = await broadcastTicket(owner, { ticketId: held.id }).catch((error) => {
      if (error instanceof DomainError) return undefined;
      throw error;
    });
    if (!handed) return;
    const [offer] = await rows<{ id: string }>(
      sql`select b.id from broadcasts b join tickets t on t.id = b.ticket_id
        where t.public_id = ${held.id} and b.center_id = ${town.centers[next]!.id} and b.status = 'PENDING'`,
    );
    if (!offer) {
      held.state = "nobody's";
      return;
    }
    await acceptUnpaid(asCenter(town.centers[next]!), { broadcastId: offer.id });
    held.owner = next;
    await drain(notificationJobs);
    // The customer has one message about the registration, and gets one about the accepting center now, and the start code.
    await town.expectMessage(held, "requestUpdate", next);
    await town.expectMessage(held, "startCode", next, { codes: true });
  },
  async wait(_town: Town, which: number, much: number) {
    moveClock([20 * minute, hour, 9 * hour, day][(which + much) % 4]!);
  },
};

const plan = fc.array(
  fc.tuple(
    fc.oneof(
      { weight: 7, arbitrary: fc.constant("create" as const) },
      { weight: 3, arbitrary: fc.constant("book" as const) },
      { weight: 6, arbitrary: fc.constant("assign" as const) },
      { weight: 1, arbitrary: fc.constant("change" as const) },
      { weight: 4, arbitrary: fc.constant("close" as const) },
      { weight: 2, arbitrary: fc.constant("cancel" as const) },
      { weight: 2, arbitrary: fc.constant("rebook" as const) },
      { weight: 1, arbitrary: fc.constant("revisit" as const) },
      { weight: 2, arbitrary: fc.constant("hand" as const) },
      { weight: 2, arbitrary: fc.constant("wait" as const) },
    ),
    fc.nat(2),
    fc.nat(1),
  ),
  { minLength: 15, maxLength: 35 },
);

test("whatever centers do with requests for strangers' phones, each message is sent or withheld as the limits say, and is in the log", async () => {
  configure(small);
  let withheld = 0;
  await fc.assert(
    fc.asyncProperty(plan, async (steps) => {
      freezeClock("2026-11-21T05:00:00Z");
      const town = await Town.build();
      for (const [act, first, second] of steps) await unitOfWork(() => acts[act](town, first, second));
      for (const [n, phone] of town.phones.entries()) {
        const arrived = await outboxMessages(phone);
        expect(arrived).toHaveLength(town.book.sent.filter((one) => one.phone === n).length);
      }
      const withheldRows = await rows(sql`select 1 from messages where status = 'withheld' and error like 'limit: %'`);
      withheld = withheldRows.length;
    }),
    { numRuns: env.proofSize ?? 12, ...(env.proofSeed !== undefined && { seed: env.proofSeed }) },
  );
  expect(withheld, "the plans reach the limits").toBeGreaterThan(10);
});

/** A request a center created for a phone, before its message. */
const written = (center: Center, phone: string) =>
  aTicket({
    phone,
    createdBy: "CENTER" as const,
    createdByCenterId: center.id,
    centerId: center.id,
    broadcastStatus: "matched_in_same_center",
  });
const statesTo = async (phone: string) =>
  (await listMessages({ to: phone, take: 500 })).map(({ status, error }) => (error ? `${status} ${error}` : status));
const countOf = (list: string[], what: string) => list.filter((one) => one === what).length;

test("however many workers send at the same moment, the limits are exact, and a neighbour's customers hear as always", async () => {
  const bomber = await aCenter();
  const neighbour = await aCenter();
  const victim = aPhone();
  const other = aPhone();
  const bombs = [];
  for (let n = 0; n < 14; n++) bombs.push(await written(bomber, victim));
  const news = (ticketId: string) =>
    unitOfWork(async () => {
      for (;;) {
        const held = await runJob(customerNotifications.news, { ticketId, news: "booked" }).catch(
          (error: unknown) => error,
        );
        if (!(held instanceof DomainError)) return;
      }
    });
  await Promise.all(bombs.map(({ id }) => news(id)));
  const states = await statesTo(victim);
  // A quarter of the limit of six is reserved for codes.
  expect(countOf(states, "sent")).toBe(4);
  expect(countOf(states, "withheld limit: center to this phone, day")).toBe(10);
  expect(await outboxMessages(victim)).toHaveLength(4);
  await Promise.all([(await written(neighbour, other)).id, (await written(neighbour, victim)).id].map(news));
  expect(countOf(await statesTo(other), "sent")).toBe(1);
  expect(countOf(await statesTo(victim), "sent")).toBe(5);

  // Several centers at once to one phone: the phone's own limit applies too.
  const stranger = aPhone();
  const gang = [await aCenter(), await aCenter(), await aCenter()];
  const gangTickets = [];
  for (const center of gang) for (let n = 0; n < 4; n++) gangTickets.push((await written(center, stranger)).id);
  await Promise.all(gangTickets.map(news));
  expect(countOf(await statesTo(stranger), "sent")).toBe(7);
  expect(countOf(await statesTo(stranger), "withheld limit: unproved phone, day")).toBe(5);
});

test("a center that writes to ever new phones stops at its hour, and goes on when that is over", async () => {
  freezeClock("2026-11-21T05:00:00Z");
  configure({ messagesCenterHour: 8, messagesCenterDay: 12 });
  const bomber = await aCenter();
  const phones = Array.from({ length: 20 }, () => aPhone());
  const tell = async (phone: string) => {
    const { id } = await written(bomber, phone);
    await unitOfWork(() => runJob(customerNotifications.news, { ticketId: id, news: "booked" }));
    return (await statesTo(phone))[0]!;
  };
  const states = [];
  for (const phone of phones.slice(0, 8)) states.push(await tell(phone));
  expect(states).toEqual([...Array(6).fill("sent"), ...Array(2).fill("withheld limit: center, hour")]);
  moveClock(hour);
  const later = [];
  for (const phone of phones.slice(8, 13)) later.push(await tell(phone));
  expect(later).toEqual([...Array(3).fill("sent"), ...Array(2).fill("withheld limit: center, day")]);
  moveClock(day);
  expect(await tell(phones[13]!)).toBe("sent");
});

test("requests by a client's keys, however many it has and to ever new phones, cause messages up to the client's cap", async () => {
  freezeClock("2026-11-22T05:00:00Z");
  configure({ messagesClientHour: 4, messagesClientDay: 6 });
  const client = await aClient();
  const neighbour = await aClient();
  const keyOf = async ({ id }: { id: string }) => {
    const input = { clientId: id, name: "Till", scopes: ["requests:create" as const], expires: "never" as const };
    return actorOfKey((await unitOfWork(() => createKey(system("test"), input))).key, "198.51.100.4");
  };
  const keys = [await keyOf(client), await keyOf(client)];
  /** A request that a key created, or an admin of the client, and what its customer is sent. */
  const tell = async ({ id }: { id: string }, by: Actor) => {
    const phone = aPhone();
    const ticket = await aTicket({ phone, createdBy: "SUPER_ADMIN", clientId: id });
    await transaction(() => record(by, { subject: "ticket", id: ticket.id, event: "ticket.created" }));
    await unitOfWork(() => runJob(customerNotifications.news, { ticketId: ticket.id, news: "booked" }));
    return (await statesTo(phone))[0]!;
  };
  const states: string[] = [];
  for (let n = 0; n < 6; n++) states.push(await tell(client, keys[n % 2]!));
  expect(states).toEqual([...Array(4).fill("sent"), ...Array(2).fill("withheld limit: client, hour")]);
  // Its admins' requests, and another client's, are told as always.
  expect(await tell(client, { ...keys[0]!, adminId: randomUUID(), keyId: undefined } as Actor)).toBe("sent");
  expect(await tell(neighbour, await keyOf(neighbour))).toBe("sent");
  moveClock(hour);
  const afterAnHour: string[] = [];
  for (let n = 0; n < 4; n++) afterAnHour.push(await tell(client, keys[n % 2]!));
  expect(afterAnHour).toEqual([...Array(2).fill("sent"), ...Array(2).fill("withheld limit: client, day")]);
  moveClock(day);
  expect(await tell(client, keys[0]!)).toBe("sent");
});

test("somebody who booked by OTP hears everything although their phone was bombed", async () => {
  const bombers = [await aCenter(), await aCenter(), await aCenter()];
  const victim = aPhone();
  const tell = (ticketId: string) => unitOfWork(() => runJob(customerNotifications.news, { ticketId, news: "booked" }));
  for (const bomber of bombers) for (let n = 0; n < 5; n++) await tell((await written(bomber, victim)).id);
  expect(countOf(await statesTo(victim), "sent"), "three quarters of ten").toBe(7);
  const own = await aTicket({ phone: victim, createdBy: "PUBLIC" });
  await tell(own.id);
  expect((await outboxMessages(victim))[0]?.text ?? "").toBeTruthy();
  expect(countOf(await statesTo(victim), "sent")).toBe(8);
});

test("codes come before other messages; they are read by whoever proved the phone, and by nobody else", async () => {
  configure({ messagesCenterPhoneDay: 4 });
  const town = await Town.build();
  const phone = town.phones[0]!;
  const actor = asCenter(town.centers[0]!);
  const made = [];
  for (let n = 0; n < 4; n++) made.push((await createCenterTicket(actor, CenterTicket.parse(town.request(0)))).ticket);
  await drain(notificationJobs);
  expect(countOf(await statesTo(phone), "sent"), "one of four places is kept").toBe(3);
  const technicianId = town.technicians[0]![0]!.id;
  for (const { publicId } of made.slice(0, 2)) await assignTechnician(actor, { ticketId: publicId, technicianId });
  await drain(notificationJobs);
  const [first, second] = made.map(({ publicId }) => publicId);
  const isWithheld = async (publicId: string) =>
    (await withheldFrom(actor, publicId)).some(({ template }) => template === "happyCodes");
  expect([await isWithheld(first!), await isWithheld(second!)].toSorted()).toEqual([false, true]);
  const withheldId = (await isWithheld(first!)) ? first! : second!;
  for (const publicId of [first!, second!])
    expect(await ownCodes(asVisitor(phone), publicId)).toEqual({
      happy: expect.stringMatching(/^\d{4}$/),
      unhappy: expect.stringMatching(/^\d{4}$/),
    });
  for (const stranger of [asVisitor(), asVisitor(town.phones[1]!), actor, asAdmin()])
    expect(await ownCodes(stranger, withheldId)).toBeNull();
  expect(await withheldFrom(actor, withheldId)).toContainEqual({
    template: "happyCodes",
    reason: "center to this phone, day",
  });
  expect(await withheldFrom(asCenter(town.centers[1]!), withheldId), "another center's business").toEqual([]);

  // An operator's retry is sent regardless of the limits.
  const [message] = await rows<{ id: string }>(
    sql`select m.id from messages m join tickets t on t.id = m.ticket_id
      where t.public_id = ${withheldId} and m.template = 'happyCodes' and m.status = 'withheld'`,
  );
  await retryMessage(asAdmin(), message!.id);
  await drain(notificationJobs);
  expect(await isWithheld(withheldId)).toBe(false);
  expect((await outboxMessages(phone)).filter(({ text }) => text.includes("happy code"))).toHaveLength(2);
});
