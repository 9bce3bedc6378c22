import { afterEach, beforeEach, expect, test } from "vitest";
import { freezeClock, fromIst, resetClock } from "#modules/kernel/clock.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, asCenter, asTechnician, aTechnician } from "#modules/testing/factories.ts";
import { aJob, aPhoto, codesOf, paid } from "#modules/testing/work.ts";
import { addOnsitePicture, agreeTime, closeTicket, technicianDay, technicianVisit } from "../index.ts";
import { AgreeTime, CloseTicket } from "../shared.ts";

openDatabase();

/** A Friday morning. */
beforeEach(() => freezeClock(fromIst("2026-11-27", "08:30")));
afterEach(resetClock);

const at = (time: string, date = "2026-11-27") => AgreeTime.shape.at.parse(fromIst(date, time).toISOString());

test("a technician reads whom to call and where to go in the list, and the center's number on every page", async () => {
  const center = await aCenter();
  const { ticket, technician } = await aJob({ requirement: "Water drips" }, center);
  await agreeTime(asCenter(center), { ticketId: ticket.publicId, version: undefined, at: at("12:00") });
  const day = await technicianDay(asTechnician(technician));
  expect(day).toMatchObject({
    centerPhone: center.phone,
    visits: [
      {
        ticketId: ticket.publicId,
        phone: ticket.phone,
        address: expect.stringMatching(/^221, Indiranagar, Bengaluru, Karnataka, \d{6}$/),
        requirement: "Water drips",
        isRevisit: false,
        isPaid: false,
      },
    ],
  });
  expect(await technicianVisit(asTechnician(technician), ticket.publicId)).toMatchObject({ centerPhone: center.phone });
  const mate = await aTechnician({ center });
  expect((await technicianDay(asTechnician(mate))).visits).toEqual([]);
});

test("what was paid in cash stays in the list of the day it was done", async () => {
  const { center, ticket, technician } = await aJob();
  await agreeTime(asCenter(center), { ticketId: ticket.publicId, version: undefined, at: at("10:00") });
  await addOnsitePicture(asCenter(center), { ticketId: ticket.publicId, upload: await aPhoto() });
  const { happy: code } = await codesOf(ticket);
  await closeTicket(
    asTechnician(technician),
    CloseTicket.parse({ ticketId: ticket.publicId, amount: "750", closeRemarks: paid, paymentType: "Cash", code }),
  );
  expect((await technicianDay(asTechnician(technician))).visits).toMatchObject([
    { state: "done", closingPricePaise: 75_000, paymentType: "Cash", isPaid: true },
  ]);
});
