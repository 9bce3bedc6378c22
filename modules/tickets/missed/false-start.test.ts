import { afterEach, beforeEach, expect, test } from "vitest";
import { freezeClock, fromIst, resetClock } from "#modules/kernel/clock.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  aService,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
  aTechnician,
} from "#modules/testing/factories.ts";
import { aPhoto, fresh, startCodeOf } from "#modules/testing/work.ts";
import {
  acceptUnpaid,
  addOnsitePicture,
  assignTechnician,
  changeOwnTime,
  correctableOf,
  listTickets,
  ownCancelTerms,
  ownTimeChange,
  sayNobodyCame,
  startVisit,
  statusList,
  trackTicket,
} from "../index.ts";
import { ChangeTime, SayNobodyCame } from "../shared.ts";
import { watchVisits } from "./watch-visits.ts";

openDatabase();

/* Job Started is shown, and proves nothing: a start does that was proved by the customer's code. */

const monday = "2026-11-30";
beforeEach(() => freezeClock(fromIst("2026-11-27", "08:30")));
afterEach(resetClock);

/** A request that a center accepted for Monday, 10 to 12, with its technician. */
async function promised() {
  const service = await aService();
  const center = await aCenter({ services: [service] });
  const { ticket, broadcasts } = await aBroadcastTicket([center], {
    serviceId: service.id,
    pincode: center.pincode,
    timePreferenceType: "SPECIFIC_DATE_AND_TIME",
    specificDateTime: fromIst(monday, "10:00"),
  });
  await acceptUnpaid(asCenter(center), { broadcastId: broadcasts[0]!.id });
  const technician = await aTechnician({ center });
  await assignTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId: technician.id });
  const picture = async () => {
    await addOnsitePicture(asCenter(center), { ticketId: ticket.publicId, upload: await aPhoto() });
  };
  const status = () => statusList(asTechnician(technician), ticket.publicId);
  return { own: asCenter(center), ticket, picture, status, customer: asVisitor(ticket.phone) };
}

test("a picture or a status days before the visit starts nothing", async () => {
  const { ticket, picture, status, customer } = await promised();
  await picture();
  freezeClock(fromIst(monday, "07:59"));
  expect(await status()).toEqual(["CREATED", "ASSIGNED"]);
  expect(await fresh(ticket)).toMatchObject({ startedAt: null, startProvedAt: null });
  expect((await trackTicket(customer, ticket.publicId)).offers).toMatchObject({ cancel: true, changeTime: true });
  freezeClock(fromIst(monday, "08:00"));
  expect(await status()).toEqual(["CREATED", "ASSIGNED", "STARTED"]);
});

test.each(["picture", "status"] as const)(
  "a %s after the window shows Job Started and takes nothing from the customer: the visit is late and missed",
  async (act) => {
    const visit = await promised();
    const { ticket, customer } = visit;
    freezeClock(fromIst(monday, "12:14"));
    await visit[act]();
    expect(await visit.status()).toContain("STARTED");
    freezeClock(fromIst(monday, "12:15"));
    expect((await trackTicket(customer, ticket.publicId)).offers).toMatchObject({
      cancel: true,
      changeTime: true,
      correct: true,
      nobodyCame: true,
    });
    expect(await ownCancelTerms(customer, ticket.publicId)).toMatchObject({ rule: { band: "missed" } });
    expect(await correctableOf(customer, ticket.publicId)).not.toBeNull();
    expect(await watchVisits()).toBeGreaterThan(0);
    const late = await listTickets(asAdmin(), { visit: "late" });
    expect(late.rows.map(({ number }) => number)).toContain(ticket.ticketId);
    const { version } = await fresh(ticket);
    const wanted = ChangeTime.parse({ ticketId: ticket.publicId, when: "2026-12-01T16:00", version });
    expect(await changeOwnTime(customer, wanted)).toMatchObject({ state: "OPEN" });
    await sayNobodyCame(customer, SayNobodyCame.parse({ ticketId: ticket.publicId, choice: "other_center" }));
    expect(await fresh(ticket)).toMatchObject({ centerId: null, startedAt: null });
  },
);

test("with the customer's code the visit has begun, whenever a picture was taken", async () => {
  const { own, ticket, picture, customer } = await promised();
  freezeClock(fromIst(monday, "11:50"));
  await picture();
  await startVisit(own, { ticketId: ticket.publicId, code: await startCodeOf(ticket) });
  freezeClock(fromIst(monday, "12:15"));
  expect((await trackTicket(customer, ticket.publicId)).offers).toMatchObject({
    cancel: false,
    changeTime: false,
    nobodyCame: false,
  });
  expect(await ownTimeChange(customer, ticket.publicId)).toEqual({ against: "changeTime.over" });
  await expect(
    sayNobodyCame(customer, SayNobodyCame.parse({ ticketId: ticket.publicId, choice: "end" })),
  ).rejects.toMatchObject({ key: "missed.notYet" });
});
