import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { day, freezeClock, fromNow, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  aClient,
  anAcceptedTicket,
  aPriceList,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { aClosedJob, aDoneJob, aJob, closeAs, codesOf, paid } from "#modules/testing/work.ts";
import { joiningBonus } from "#modules/wallet/index.ts";
import { acceptBroadcast, listTicketLines, listTickets, ticketDetail, ticketsCreatedNotAssigned } from "../index.ts";
import { TicketQuery } from "../shared.ts";

openDatabase();

afterEach(resetClock);

const numbers = (page: Awaited<ReturnType<typeof listTickets>>) => page.rows.map(({ number }) => number);

test("a center lists the requests it owns, newest first, and no others", async () => {
  freezeClock("2026-11-21T10:00:00+05:30");
  const center = await aCenter();
  const first = await anAcceptedTicket(center);
  moveClock(1000);
  const second = await anAcceptedTicket(center);
  await anAcceptedTicket(await aCenter());
  await aTicket({ createdByCenterId: center.id });
  expect(numbers(await listTickets(asCenter(center)))).toEqual([second.ticketId, first.ticketId]);
  await expect(
    listTickets(asCenter(center), { centerId: "00000000-0000-7000-8000-000000000000" }),
  ).rejects.toMatchObject({ kind: "denied" });
  expect(numbers(await listTickets(asAdmin(), { centerId: center.id }))).toHaveLength(2);
});

test("pages of a list neither miss nor repeat a request, even of the same millisecond", async () => {
  freezeClock("2026-11-21T10:00:00+05:30");
  const center = await aCenter();
  for (let made = 0; made < 7; made += 1) await anAcceptedTicket(center);
  const seen: string[] = [];
  let after: string | undefined;
  for (let page = 0; page < 4; page += 1) {
    const listed = await listTickets(asCenter(center), TicketQuery.parse({ take: 3, after }));
    seen.push(...numbers(listed));
    if (!listed.next) break;
    after = listed.next;
  }
  expect(seen).toHaveLength(7);
  expect(new Set(seen).size).toBe(7);
  await expect(listTickets(asCenter(center), { after: "not a cursor" })).rejects.toThrow("invalid: form.cursor");
});

test("R198 R199 R200 R201 R202 the list filters by what it shows", async () => {
  const center = await aCenter();
  const matched = { status: "PENDING", broadcastStatus: "matched_in_same_center" } as const;
  const shown = {
    matchedNobody: await anAcceptedTicket(center, matched),
    accepted: await anAcceptedTicket(center),
    assigned: (await aJob({}, center)).ticket,
    matchedAssigned: (await aJob(matched, center)).ticket,
    closed: (await aClosedJob({}, 0, center)).ticket,
    offered: await anAcceptedTicket(center, { status: "PENDING", broadcastStatus: "broadcasted" }),
  };
  const by = async (status: string) => numbers(await listTickets(asCenter(center), { status })).toSorted();
  const sorted = (...tickets: { ticketId: string }[]) => tickets.map(({ ticketId }) => ticketId).toSorted();
  expect(await by("Technician Assigned")).toEqual(sorted(shown.assigned, shown.matchedAssigned));
  expect(await by("Technician Not Assigned")).toEqual(sorted(shown.matchedNobody, shown.accepted));
  expect(await by("CLOSED")).toEqual(sorted(shown.closed));
  expect(await by("PENDING")).toEqual(sorted(shown.matchedNobody, shown.matchedAssigned, shown.offered));
  expect(await by("open")).toHaveLength(5);
  const rows = (await listTickets(asCenter(center))).rows;
  const displayed = (ticket: { ticketId: string }) =>
    rows.find(({ number }) => number === ticket.ticketId)?.displayedStatus;
  expect(displayed(shown.matchedAssigned)).toBe("Technician Assigned");
  expect(displayed(shown.matchedNobody)).toBe("Technician Not Assigned");
  expect(displayed(shown.offered)).toBe("PENDING");
  expect(displayed(shown.closed)).toBe("CLOSED");
});

test("a search finds numbers and names within the center, and % is a letter like any other", async () => {
  const center = await aCenter();
  const ticket = await anAcceptedTicket(center, { name: "Zubeida 100% Khan" });
  await anAcceptedTicket(center);
  await anAcceptedTicket(await aCenter(), { name: "Zubeida Elsewhere" });
  const search = async (text: string) => numbers(await listTickets(asCenter(center), { search: text }));
  expect(await search("zubeida")).toEqual([ticket.ticketId]);
  expect(await search(ticket.ticketId.slice(-6).toLowerCase())).toEqual([ticket.ticketId]);
  expect(await search("100%")).toEqual([ticket.ticketId]);
  expect(await search("%")).toEqual([ticket.ticketId]);
  expect(numbers(await listTickets(asAdmin(), { search: ticket.phone }))).toEqual([ticket.ticketId]);
  const operations = asAdmin(undefined, { permissions: ["view_ticket.full_access"] });
  expect(numbers(await listTickets(operations, { search: ticket.phone }))).toEqual([]);
});

test("a center finds a request by any part its row shows, however a phone is spaced; what is hidden finds nothing", async () => {
  const center = await aCenter();
  const worker = await aTechnician({ center, name: "Balwinder Gill" });
  const shown = { locality: "Kormangala", city: "Mysuru", houseNumber: "17/B", email: "zed@example.in" };
  const ticket = await anAcceptedTicket(center, { ...shown, technicianId: worker.id, pincode: "570011" });
  await anAcceptedTicket(center);
  const search = async (text: string) => numbers(await listTickets(asCenter(center), { search: text }));
  const spaced = `+91 ${ticket.phone.slice(0, 5)} ${ticket.phone.slice(5)}`;
  const always = [worker.technicianId, "balwinder  gill", "mysuru", "570 011", "57001"];
  const untilTheEnd = [
    ticket.phone,
    spaced,
    `0${ticket.phone}`,
    ticket.phone.slice(2),
    "kormang",
    "17/b",
    "zed@example",
  ];
  for (const text of [...always, ...untilTheEnd]) expect([text, await search(text)]).toEqual([text, [ticket.ticketId]]);
  await rows(sql`update tickets set status = 'CLOSED', closed_at = ${fromNow(-31 * day)} where id = ${ticket.id}`);
  for (const text of always) expect([text, await search(text)]).toEqual([text, [ticket.ticketId]]);
  for (const text of untilTheEnd) expect([text, await search(text)]).toEqual([text, []]);
});

test("in what it created for others a center finds phones and places, but not the other center's technicians", async () => {
  const author = await aCenter();
  const owner = await aCenter();
  const worker = await aTechnician({ center: owner, name: "Quirin Fernandes" });
  const ticket = await anAcceptedTicket(owner, { createdByCenterId: author.id, technicianId: worker.id });
  const search = async (text: string) =>
    (await ticketsCreatedNotAssigned(asCenter(author), { search: text })).rows.map(({ number }) => number);
  expect(await search(ticket.phone)).toEqual([ticket.ticketId]);
  expect(await search("quirin")).toEqual([]);
});

test("a center's requests stand as it got them, what it accepted last first, page after page", async () => {
  const center = await aCenter();
  const at = (days: number) => fromNow(-days * day);
  const made = {
    acceptedLate: await anAcceptedTicket(center, { createdAt: at(9), acceptedAt: at(1) }),
    own: await anAcceptedTicket(center, { createdAt: at(2), acceptedAt: null }),
    acceptedEarly: await anAcceptedTicket(center, { createdAt: at(3), acceptedAt: at(3) }),
  };
  const { acceptedLate, own, acceptedEarly } = made;
  const seen: string[] = [];
  for (let after: string | undefined, n = 0; n < 3; n++) {
    const page = await listTickets(asCenter(center), { after, take: 1 });
    seen.push(...numbers(page));
    after = page.next ?? undefined;
  }
  expect(seen).toEqual([acceptedLate, own, acceptedEarly].map(({ ticketId }) => ticketId));
});

test("R252 a row carries label, paid columns and what its buttons are", async () => {
  const center = await aCenter();
  const { ticket } = await aJob({ isPaidByPublic: true }, center);
  const [row] = (await listTickets(asCenter(center))).rows;
  expect(row).toMatchObject({
    id: ticket.publicId,
    broadcastLabel: "Public Created-Accepted",
    paidByPublic: 99,
    paidByTechnician: 0,
    center: { id: center.id, qrId: expect.stringMatching(/^INA/) },
    may: { assign: false, change: true, close: true, remark: true, rebook: false, delete: false },
  });
});

test("beside the specified 99 a row says what the center was really charged, and nothing when it paid nothing", async () => {
  await aPriceList();
  const center = await aCenter({ subscribeEndDate: fromNow(day) });
  await transaction(() => joiningBonus({ centerId: center.id, amountPaise: fromRupees(500) }));
  const { ticket, broadcasts } = await aBroadcastTicket([center], { paid: true });
  await acceptBroadcast(asCenter(center), { broadcastId: broadcasts[0]!.id });
  const [row] = (await listTicketLines(asCenter(center))).rows;
  expect([row?.number, row?.paidByTechnician, row?.chargedPaise]).toEqual([ticket.ticketId, 99, fromRupees(49)]);
  const unpaid = await anAcceptedTicket(await aCenter());
  const [other] = (await listTicketLines(asCenter({ id: unpaid.centerId! } as never))).rows;
  expect([other?.paidByTechnician, other?.chargedPaise]).toEqual([0, null]);
});

test("R142 R143 R236 buttons follow the state", async () => {
  const center = await aCenter();
  const may = async (publicId: string) => (await ticketDetail(asCenter(center), publicId)).may;
  expect(await may((await anAcceptedTicket(center)).publicId)).toMatchObject({
    assign: true,
    change: false,
    close: false,
  });
  expect(await may((await aClosedJob({}, 0, center)).ticket.publicId)).toMatchObject({
    assign: false,
    change: false,
    close: false,
    remark: false,
    rebook: true,
    invoice: true,
  });
});

test("fixed point 16 the center sees name, phone and address until 30 days after closing", async () => {
  freezeClock("2026-11-21T10:00:00+05:30");
  const { center, technician, ticket } = await aClosedJob({
    name: "Meera Nair",
    houseNumber: "CANARYHOUSE",
    email: "m@x.in",
    alternatePhone: "9876501234",
    adminRemarks: "Mrs CANARY called",
    cancelReason: "CANARY moved",
  });
  moveClock(30 * day);
  const seen = await ticketDetail(asCenter(center), ticket.publicId);
  expect(seen).toMatchObject({
    masked: false,
    name: "Meera Nair",
    phone: ticket.phone,
    address: { houseNumber: "CANARYHOUSE" },
  });
  moveClock(1);
  for (const actor of [asCenter(center), asTechnician(technician)]) {
    const masked = await ticketDetail(actor, ticket.publicId);
    expect(masked).toMatchObject({ masked: true, name: "Meera", phone: "*****", alternatePhone: "*****", email: null });
    expect(JSON.stringify(masked)).not.toMatch(
      new RegExp(`${ticket.phone}|9876501234|Nair|Indiranagar|CANARY|loud noise`),
    );
    expect(numbers(await listTickets(actor, { search: "Nair" }))).toEqual([]);
  }
  expect(await ticketDetail(asAdmin(), ticket.publicId)).toMatchObject({ name: "Meera Nair", phone: ticket.phone });
});

test("a center that only wrote a request down does not read the number of another center's technician", async () => {
  const writer = await aCenter();
  const { center, technician, ticket } = await aJob({ createdBy: "CENTER", createdByCenterId: writer.id });
  expect((await ticketDetail(asCenter(writer), ticket.publicId)).technician).toMatchObject({ phone: "*****" });
  expect((await ticketDetail(asCenter(center), ticket.publicId)).technician).toMatchObject({ phone: technician.phone });
});

test("Q105 a day as a bound is a day of India, the end inclusive; an instant stays one", () => {
  const { from, to } = TicketQuery.parse({ from: "2026-11-20", to: "2026-11-21" });
  expect([from, to]).toEqual([new Date("2026-11-19T18:30:00Z"), new Date("2026-11-21T18:29:59.999Z")]);
  expect(TicketQuery.parse({ from: "2026-11-20T10:00:00Z" }).from).toEqual(new Date("2026-11-20T10:00:00Z"));
  expect(TicketQuery.safeParse({ to: "2026-13-45" }).success).toBe(false);
});

test("Q16 Q31 an admin who is not SUPER_ADMIN sees stars for every phone", async () => {
  const { technician, ticket } = await aJob({ alternatePhone: "9876501234" });
  const operations = asAdmin(undefined, { permissions: ["view_ticket.full_access"] });
  const detail = await ticketDetail(operations, ticket.publicId);
  expect(detail).toMatchObject({
    name: ticket.name,
    phone: "*****",
    alternatePhone: "*****",
    technician: { phone: "*****" },
  });
  for (const phone of [ticket.phone, technician.phone, "9876501234"])
    expect(JSON.stringify(detail)).not.toContain(phone);
});

test("no row and no detail carries a code", async () => {
  const { center, ticket, code } = await aDoneJob();
  const { happyCode, unhappyCode } = ticket;
  const { unhappy } = await codesOf(ticket);
  await closeAs(center, ticket, { amount: 5, closeRemarks: paid, code });
  const body = JSON.stringify([
    await ticketDetail(asCenter(center), ticket.publicId),
    (await listTickets(asAdmin(), { search: ticket.ticketId })).rows,
  ]);
  for (const secret of [happyCode!, unhappyCode!, `"${code}"`, `"${unhappy}"`, ticket.id])
    expect(body).not.toContain(secret);
});

test("a detail holds pictures, remarks, feedback, invoice and steps; strangers do not find it", async () => {
  const { center, ticket, code } = await aDoneJob();
  await closeAs(center, ticket, { amount: 5, closeRemarks: paid, code });
  expect(await ticketDetail(asCenter(center), ticket.publicId)).toMatchObject({
    onsitePictures: [{ id: expect.any(String), createdAt: expect.any(Date) }],
    pictures: 1,
    feedback: null,
    invoiceNumber: expect.stringMatching(/^GS\//),
    codeTries: 0,
    steps: ["CREATED", "ASSIGNED", "STARTED", "COMPLETED", "INVOICED"],
  });
  const client = await aClient();
  for (const actor of [asCenter(await aCenter()), asVisitor(), asAdmin(undefined, { clientId: client.id })]) {
    await expect(ticketDetail(actor, ticket.publicId)).rejects.toMatchObject({
      kind: "missing",
      key: "ticket.notFound",
    });
  }
});
