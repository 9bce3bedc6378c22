import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { day, freezeClock, moveClock, now, resetClock } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
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
import { getTicket, ticketOfLink } from "../get-ticket.ts";
import { homeLists, ticketStatuses } from "../labels.ts";
import { acceptBroadcast, acceptUnpaid } from "../matching/accept.ts";
import { listBroadcasts } from "../matching/broadcasts.ts";
import { rejectBroadcast } from "../matching/reject.ts";
import { cancelTicket } from "../work/cancel.ts";
import { deleteTicket } from "../work/delete.ts";
import { centerHome, ticketsCreatedNotAssigned } from "./center-home.ts";
import { ticketsList } from "./center-lists.ts";

openDatabase();

beforeEach(() => aPriceList());
afterEach(() => resetClock());

describe("a center's offers", () => {
  test("fixed point 16: before acceptance no name, phone, house or number of the customer is in them", async () => {
    const center = await aCenter();
    const { ticket } = await aBroadcastTicket([center], {
      email: "meera@example.org",
      alternatePhone: "8111111111",
      houseNumber: "Flat 7-Q",
      requirement: "No cooling, call 98123 45670 first",
    });
    const list = await listBroadcasts(asCenter(center));
    expect(list.rows).toMatchObject([
      {
        status: "PENDING",
        ticketId: ticket.publicId,
        requirement: "No cooling, call xxxxxxxxxx first",
        locality: ticket.locality,
        pincode: ticket.pincode,
        timePreference: { type: "IMMEDIATELY", at: null },
        label: "broadcasted FREE",
        mayAnswer: true,
        needsPayment: false,
        pricePaise: 0,
        customer: null,
      },
    ]);
    const listText = JSON.stringify(list);
    for (const secret of [ticket.name, ticket.phone, "8111111111", ticket.houseNumber!, "meera@example.org"])
      expect(listText).not.toContain(secret);
  });
  test("R137 Accept and Reject are shown only while PENDING", async () => {
    const center = await aCenter();
    const other = await aCenter();
    const rejected = await aBroadcastTicket([center]);
    const lost = await aBroadcastTicket([center, other]);
    await aBroadcastTicket([center]);
    await rejectBroadcast(asCenter(center), { broadcastId: rejected.broadcasts[0]!.id });
    await acceptUnpaid(asCenter(other), { broadcastId: lost.broadcasts[1]!.id });
    const { rows: offers } = await listBroadcasts(asCenter(center));
    for (const { status, mayAnswer } of offers) expect(mayAnswer).toBe(status === "PENDING");
    expect(offers.map(({ status }) => status).sort()).toEqual(["PENDING", "REJECTED", "TAKEN"]);
    expect((await listBroadcasts(asCenter(center), { status: "OPEN" })).rows).toHaveLength(1);
    for (const { customer } of (await listBroadcasts(asCenter(center))).rows) expect(customer).toBeNull();
  });
  test("after acceptance the winner sees the customer, until 30 days after the end", async () => {
    freezeClock("2026-11-21T10:00:00Z");
    const center = await aCenter();
    const other = await aCenter();
    const { ticket, broadcasts } = await aBroadcastTicket([center, other]);
    await acceptUnpaid(asCenter(center), { broadcastId: broadcasts[0]!.id });
    const seen = async () => (await listBroadcasts(asCenter(center))).rows[0]?.customer;
    expect(await seen()).toMatchObject({ name: ticket.name, phone: ticket.phone, houseNumber: ticket.houseNumber });
    expect((await listBroadcasts(asCenter(other))).rows[0]?.customer).toBeNull();
    await rows(sql`update tickets set status = 'CLOSED', closed_at = ${now()} where id = ${ticket.id}`);
    moveClock(30 * day);
    expect(await seen()).not.toBeNull();
    moveClock(1);
    expect(await seen()).toBeNull();
  });
  test("a reservation shows its time left to its center, and until when to the others", async () => {
    freezeClock("2026-11-21T10:00:00Z");
    const center = await aCenter({ subscribeEndDate: new Date("2030-01-01") });
    const other = await aCenter();
    const { broadcasts } = await aBroadcastTicket([center, other], { paid: true });
    const [mine] = (await listBroadcasts(asCenter(center))).rows;
    expect(mine).toMatchObject({ needsPayment: true, pricePaise: 4900, label: "NEW 99" });
    await rows(
      sql`update broadcasts set status = 'RESERVED', reserved_until = ${new Date("2026-11-21T10:10:00Z")} where id = ${broadcasts[0]!.id}`,
    );
    moveClock(60_000);
    expect((await listBroadcasts(asCenter(center))).rows[0]).toMatchObject({ secondsLeft: 540, busyUntil: null });
    expect((await listBroadcasts(asCenter(other))).rows[0]).toMatchObject({
      secondsLeft: 0,
      busyUntil: new Date("2026-11-21T10:10:00Z"),
      pricePaise: 9900,
    });
  });
  test("come newest first and page by page, each once", async () => {
    const center = await aCenter();
    for (let number = 0; number < 7; number++) await aBroadcastTicket([center]);
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await listBroadcasts(asCenter(center), { after, take: 3 });
      seen.push(...page.rows.map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after);
    expect(new Set(seen).size).toBe(7);
    expect(seen).toHaveLength(7);
    const dates = (await listBroadcasts(asCenter(center))).rows.map(({ createdAt }) => createdAt.getTime());
    expect(dates).toEqual(dates.toSorted((left, right) => right - left));
  });
  test("are a center's own, and only a center's", async () => {
    const center = await aCenter();
    const other = await aCenter();
    await aBroadcastTicket([center]);
    expect((await listBroadcasts(asCenter(other))).rows).toEqual([]);
    await expect(listBroadcasts(asVisitor())).rejects.toMatchObject({ kind: "denied" });
  });
});

describe("a center's home", () => {
  test("counts offers, open tickets, those without a technician and closed ones", async () => {
    const center = await aCenter();
    const technician = await aTechnician({ center });
    await aBroadcastTicket([center]);
    await aBroadcastTicket([center]);
    await anAcceptedTicket(center);
    await anAcceptedTicket(center, { technicianId: technician.id });
    await aTicket({ centerId: center.id, status: "CLOSED", closedAt: now() });
    await aTicket({ centerId: center.id, status: "CANCEL" });
    expect(await centerHome(asCenter(center))).toEqual({ offers: 2, pending: 2, withoutTechnician: 1, closed: 1 });
  });
  test("each number is the length of the list it opens, in every status", async () => {
    const center = await aCenter();
    const technician = await aTechnician({ center });
    for (const status of ticketStatuses)
      for (const technicianId of [null, technician.id])
        await aTicket({ centerId: center.id, status, technicianId, ...(status === "CLOSED" && { closedAt: now() }) });
    const counts = await centerHome(asCenter(center));
    for (const name of ["pending", "withoutTechnician", "closed"] as const) {
      const { rows: listed } = await ticketsList.page(asCenter(center), homeLists[name]);
      expect([name, counts[name]]).toEqual([name, listed.length]);
    }
    expect(counts.withoutTechnician).toBe(ticketStatuses.length - 2);
  });
  test("R144 lists what it created and does not have, with the assigned center", async () => {
    const writer = await aCenter();
    const other = await aCenter();
    const created = { createdBy: "CENTER", createdByCenterId: writer.id } as const;
    const open = await aTicket({ ...created, broadcastStatus: "broadcasted", email: "meera@example.org" });
    const taken = await anAcceptedTicket(other, created);
    await aTicket({ ...created, centerId: writer.id, broadcastStatus: "matched_in_same_center" });
    const { rows: list } = await ticketsCreatedNotAssigned(asCenter(writer));
    const byId = Object.fromEntries(list.map((row) => [row.id, row]));
    expect(list).toHaveLength(2);
    expect(byId[open.publicId]).toMatchObject({
      name: open.name,
      email: "meera@example.org",
      phone: open.phone,
      createdByCenter: writer.centerName,
      address: `221, Indiranagar, Bengaluru, Karnataka, ${open.pincode}`,
      broadcastLabel: "NEW NOT PAID",
      status: "PENDING",
      assignedCenter: null,
    });
    expect(byId[taken.publicId]).toMatchObject({
      assignedCenter: other.centerName,
      displayedStatus: "Technician Not Assigned",
    });
    expect((await ticketsCreatedNotAssigned(asCenter(other))).rows).toEqual([]);
  });
  test("fixed point 16: what it created is masked for it, too, 30 days after the end", async () => {
    freezeClock("2026-11-21T10:00:00Z");
    const writer = await aCenter();
    const other = await aCenter();
    const ticket = await aTicket({
      createdBy: "CENTER",
      createdByCenterId: writer.id,
      centerId: other.id,
      status: "CLOSED",
      closedAt: now(),
      email: "meera@example.org",
    });
    const seen = async () => (await ticketsCreatedNotAssigned(asCenter(writer))).rows[0];
    moveClock(30 * day);
    expect(await seen()).toMatchObject({ name: ticket.name, phone: ticket.phone });
    moveClock(1);
    expect(await seen()).toMatchObject({
      name: "Meera",
      phone: "*****",
      email: null,
      address: `Bengaluru, Karnataka, ${ticket.pincode}`,
    });
  });
});

describe("deleting", () => {
  const created = async (more = {}) => {
    const center = await aCenter();
    const ticket = await aTicket({ createdBy: "CENTER", createdByCenterId: center.id, ...more });
    return { center, ticket, act: () => deleteTicket(asCenter(center), { ticketId: ticket.publicId }) };
  };
  test("R147 fixed point 4: a center deletes what it created, PENDING and unpaid; the row and its history stay", async () => {
    const { center, ticket, act } = await created();
    await act();
    await expect(getTicket(asCenter(center), ticket.publicId)).rejects.toMatchObject({ kind: "missing" });
    await expect(ticketOfLink(ticket.publicId)).rejects.toMatchObject({ kind: "missing" });
    expect(await historyOf("ticket", ticket.id)).toMatchObject([{ event: "ticket.deleted", from_state: "PENDING" }]);
    expect(await rows(sql`select 1 from tickets where id = ${ticket.id}`)).toHaveLength(1);
    await expect(act()).rejects.toMatchObject({ kind: "missing" });
  });
  test.each([
    ["accepted", { status: "ACCEPTED" }],
    ["closed", { status: "CLOSED", closedAt: new Date() }],
    ["paid by the public", { isPaidByPublic: true }],
    ["paid by a center", { isPaidByTechnician: true }],
  ])("fixed point 4: %s is a conflict", async (_, more) => {
    const winner = "status" in more ? { centerId: (await aCenter()).id } : {};
    const { act } = await created({ ...winner, ...more });
    await expect(act()).rejects.toMatchObject({ kind: "conflict", key: "ticket.notDeletable" });
  });
  test.each(["ACCEPTED", "VERIFIED"] as const)("fixed point 4: its own that is %s is a conflict", async (status) => {
    const { center, ticket, act } = await created();
    await rows(sql`update tickets set center_id = ${center.id}, status = ${status} where id = ${ticket.id}`);
    await expect(act()).rejects.toMatchObject({ kind: "conflict", key: "ticket.notDeletable" });
  });
  test("fixed point 4: what it did not create is a conflict when it owns it, and unknown when it does not (H13)", async () => {
    const center = await aCenter();
    const stranger = await aCenter();
    const ticket = await aTicket({ centerId: center.id, broadcastStatus: "matched_in_same_center" });
    const act = (who: typeof center) => deleteTicket(asCenter(who), { ticketId: ticket.publicId });
    await expect(act(center)).rejects.toMatchObject({ kind: "conflict" });
    await expect(act(stranger)).rejects.toMatchObject({ kind: "missing" });
  });
  test("fixed point 4: a customer's revisit and what another center holds are not its writer's to delete", async () => {
    const first = await aTicket({ status: "CLOSED", closedAt: new Date() });
    const revisit = await created({ revisitOf: first.id });
    await expect(revisit.act()).rejects.toMatchObject({ kind: "conflict", key: "ticket.notDeletable" });
    const holder = await aCenter();
    const held = await created({ centerId: holder.id, broadcastStatus: "matched_in_same_center" });
    await expect(held.act()).rejects.toMatchObject({ kind: "conflict", key: "ticket.notDeletable" });
    const byHolder = deleteTicket(asCenter(holder), { ticketId: held.ticket.publicId });
    await expect(byHolder).rejects.toMatchObject({ kind: "conflict", key: "ticket.notDeletable" });
  });
  test("a center that is just paying keeps the ticket from being deleted", async () => {
    const writer = await aCenter();
    const payer = await aCenter();
    const { ticket, broadcasts } = await aBroadcastTicket([payer], {
      createdByCenterId: writer.id,
      createdBy: "CENTER",
    });
    await rows(
      sql`update broadcasts set status = 'RESERVED', reserved_until = ${now()} where id = ${broadcasts[0]!.id}`,
    );
    const act = deleteTicket(asCenter(writer), { ticketId: ticket.publicId });
    await expect(act).rejects.toMatchObject({ kind: "conflict" });
  });
  test("ends its offers", async () => {
    const writer = await aCenter();
    const offered = await aCenter();
    const { ticket, broadcasts } = await aBroadcastTicket([offered], {
      createdByCenterId: writer.id,
      createdBy: "CENTER",
    });
    await deleteTicket(asCenter(writer), { ticketId: ticket.publicId });
    expect((await listBroadcasts(asCenter(offered))).rows).toEqual([]);
    const accepting = acceptBroadcast(asCenter(offered), { broadcastId: broadcasts[0]!.id });
    await expect(accepting).rejects.toMatchObject({ kind: "conflict" });
  });
});

describe("cancelling", () => {
  test("an open ticket becomes CANCEL with its reason, and its offers end", async () => {
    const center = await aCenter();
    const { ticket } = await aBroadcastTicket([center]);
    await cancelTicket(asAdmin(), { ticketId: ticket.publicId, reason: "Customer called" });
    const after = await getTicket(asAdmin(), ticket.publicId);
    expect(after).toMatchObject({ status: "CANCEL", cancelReason: "Customer called" });
    expect(after.cancelledAt).not.toBeNull();
    expect(JSON.stringify(await historyOf("ticket", ticket.id))).not.toContain("Customer called");
    expect((await listBroadcasts(asCenter(center))).rows[0]?.status).toBe("TAKEN");
  });
  test("what is over stays as it is; centers and the public do not cancel", async () => {
    const center = await aCenter();
    const closed = await aTicket({ status: "CLOSED", closedAt: now(), centerId: center.id });
    await expect(cancelTicket(asAdmin(), { ticketId: closed.publicId })).rejects.toMatchObject({
      kind: "conflict",
      key: "ticket.notCancellable",
    });
    const ticket = await anAcceptedTicket(center);
    for (const actor of [asCenter(center), asVisitor(ticket.phone)])
      await expect(cancelTicket(actor, { ticketId: ticket.publicId })).rejects.toMatchObject({ kind: "denied" });
  });
});

describe("who sees a ticket", () => {
  test("H13 its center, its technician, its creator, its phone and admins; a CLIENT its own; nobody else", async () => {
    const center = await aCenter();
    const writer = await aCenter();
    const stranger = await aCenter();
    const technician = await aTechnician({ center });
    const colleague = await aTechnician({ center });
    const client = await aClient();
    const ticket = await anAcceptedTicket(center, {
      technicianId: technician.id,
      createdByCenterId: writer.id,
      clientId: client.id,
    });
    const sees = async (actor: Parameters<typeof getTicket>[0]) =>
      getTicket(actor, ticket.publicId).then(
        () => true,
        ({ key }) => (key === "ticket.notFound" ? false : key),
      );
    const onboarder: ActorOf<"onboarder"> = { kind: "onboarder", onboarderId: center.id, sessionId: center.id };
    for (const actor of [
      asCenter(center),
      asCenter(writer),
      asTechnician(technician),
      asVisitor("9000000000", ticket.phone),
      asAdmin(),
      asAdmin(undefined, { permissions: [] }),
      asAdmin(undefined, { clientId: client.id }),
    ])
      expect(await sees(actor)).toBe(true);
    for (const actor of [
      asCenter(stranger),
      asTechnician(colleague),
      asVisitor(),
      asVisitor("9000000000"),
      asAdmin(undefined, { clientId: (await aClient()).id }),
      onboarder,
    ])
      expect(await sees(actor)).toBe(false);
  });
  test("the internal id opens nothing", async () => {
    const ticket = await aTicket();
    await expect(getTicket(asAdmin(), ticket.id)).rejects.toMatchObject({ kind: "missing" });
    await expect(ticketOfLink(ticket.id)).rejects.toMatchObject({ kind: "missing" });
  });
});
