import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freezeClock, fromIst, istDate, istTime, resetClock } from "#modules/kernel/clock.ts";
import { beforeCommit, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aBroadcastTicket, aCenter, aService, asAdmin, asCenter, aTechnician } from "#modules/testing/factories.ts";
import { fresh } from "#modules/testing/work.ts";
import { acceptUnpaid, agreeTime, updateRequest } from "../index.ts";
import { AgreeTime, UpdateOfClient } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";

openDatabase();

beforeEach(() => freezeClock(fromIst("2026-11-27", "08:30")));
afterEach(resetClock);

/** A center with two seats in each window, and two requests that it accepted for ten o'clock of two days. */
async function aCross() {
  const service = await aService();
  const center = await aCenter({ services: [service] });
  for (const name of ["Asha", "Bala"]) await aTechnician({ center, name });
  const accepted = async (date: string) => {
    const { ticket, broadcasts } = await aBroadcastTicket([center], {
      serviceId: service.id,
      timePreferenceType: "SPECIFIC_DATE_AND_TIME",
      specificDateTime: fromIst(date, "10:00"),
    });
    await acceptUnpaid(asCenter(center), { broadcastId: broadcasts[0]!.id });
    return ticket;
  };
  return { center, one: await accepted("2026-11-30"), other: await accepted("2026-12-01") };
}

const agree = (ticket: Ticket, at: string) =>
  unitOfWork(() => agreeTime(asAdmin(), AgreeTime.parse({ ticketId: ticket.publicId, at })));
const enter = (ticket: Ticket, at: string) =>
  unitOfWork(() =>
    updateRequest(
      asAdmin(),
      UpdateOfClient.parse({
        ticketId: ticket.publicId,
        serviceId: ticket.serviceId,
        houseNumber: ticket.houseNumber,
        timePreference: { type: "SPECIFIC_DATE_AND_TIME", at },
      }),
    ),
  );

test.each([
  ["agreed", agree],
  ["entered in the form", enter],
] as const)("two requests whose days are exchanged at one instant both get them: %s", async (_, moved) => {
  for (let round = 0; round < 8; round += 1) {
    const { center, one, other } = await aCross();
    await Promise.all([moved(one, "2026-12-01T12:00"), moved(other, "2026-11-30T12:00")]);
    const times = await Promise.all(
      [one, other].map(async (ticket) => {
        const { specificDateTime: at } = await fresh(ticket);
        return `${istDate(at!)} ${istTime(at!)}`;
      }),
    );
    expect(times).toEqual(["2026-12-01 12:00", "2026-11-30 12:00"]);
    const taken = sql`select to_char(day, 'MM-DD') as day, slot, taken from window_seats where center_id = ${center.id} and taken > 0 order by day`;
    expect(await rows(taken)).toEqual([
      { day: "11-30", slot: 2, taken: 1 },
      { day: "12-01", slot: 2, taken: 1 },
    ]);
  }
});

test("what is locked last is locked in one order, whoever asks for it first: the seats, then the papers", async () => {
  const done: string[] = [];
  await transaction(async () => {
    beforeCommit("papers", async () => void done.push("paper"));
    beforeCommit("seats", async () => void done.push("seat"));
    beforeCommit("papers", async () => void done.push("second paper"));
    done.push("work");
  });
  expect(done).toEqual(["work", "seat", "paper", "second paper"]);
});
