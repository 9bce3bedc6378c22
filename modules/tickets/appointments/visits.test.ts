import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { day, fromIst, istDate, now } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aBroadcastTicket, aCenter, aService, asAdmin, asCenter, aTechnician } from "#modules/testing/factories.ts";
import { acceptBroadcast, cancelTicket } from "../index.ts";

/*
 * Seats under a rush: `npm run visits` repeats it with more rounds. Each round has a center with six seats in a window
 * and a hundred requests for it, of which some are cancelled at the same instant.
 */

openDatabase();

const rounds = env.proofSize ?? { quick: 1, whole: 3 }[env.testSize];
const buyers = 100;
const seats = 6;

/** The day after tomorrow, on which the center works whatever day it is. */
const inTwoDays = () => istDate(new Date(now().getTime() + 2 * day));

async function aRush() {
  const service = await aService();
  const center = await aCenter({ services: [service], ticketAcceptLimit: 1_000 });
  for (let weekday = 1; weekday <= 7; weekday += 1)
    await rows(sql`insert into center_hours values (${center.id}, ${weekday}, 480, 1200)`);
  for (let technician = 0; technician < seats; technician += 1) await aTechnician({ center });
  const specificDateTime = fromIst(inTwoDays(), "10:00");
  const offers = [];
  for (let buyer = 0; buyer < buyers; buyer += 1)
    offers.push(
      await aBroadcastTicket([center], {
        serviceId: service.id,
        pincode: center.pincode,
        timePreferenceType: "SPECIFIC_DATE_AND_TIME",
        specificDateTime,
      }),
    );
  return { center, offers };
}

const seatsOf = (center: { id: string }) =>
  rows<{ slot: number; seats: number; taken: number; agreed: number }>(
    sql`select w.slot, w.seats, w.taken,
            (select count(*)::int from appointments a where a.center_id = w.center_id and a.day = w.day
              and a.ended_at is null and w.slot between a.first_slot and a.last_slot) as agreed
       from window_seats w where w.center_id = ${center.id}::uuid order by w.slot`,
  );

test("a hundred buyers for six seats: six are accepted, a seat that is freed goes to one more, and none leaks", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { center, offers } = await aRush();
    const own = asCenter(center);
    const accept = ({ broadcasts }: (typeof offers)[number]) =>
      unitOfWork(() => acceptBroadcast(own, { broadcastId: broadcasts[0]!.id })).then(
        () => "accepted",
        (error: { key?: string }) => error.key ?? String(error),
      );
    const outcomes = await Promise.all(offers.map(accept));
    expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(seats);
    expect([...new Set(outcomes)].sort()).toEqual(["accepted", "broadcast.windowFull"]);
    const won = offers.filter((_, at) => outcomes[at] === "accepted");
    const lost = offers.filter((_, at) => outcomes[at] !== "accepted");
    const cancelled = won[randomInt(seats)]!;
    const again = await Promise.all([
      unitOfWork(() => cancelTicket(asAdmin(), { ticketId: cancelled.ticket.publicId })).then(() => "cancelled"),
      ...lost.map(accept),
    ]);
    const more = again.filter((outcome) => outcome === "accepted").length;
    expect(more).toBeLessThanOrEqual(1);
    const stored = await seatsOf(center);
    expect(stored.map(({ taken }) => taken)).toEqual([0, seats - 1 + more, 0, 0, 0, 0]);
    expect(stored.every(({ taken, agreed }) => taken === agreed)).toBe(true);
  }
});
