import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addAbsence, deleteTechnician, saveHours } from "#modules/centers/index.ts";
import { AddAbsence, SaveHours } from "#modules/centers/shared.ts";
import { freezeClock, fromIst, resetClock } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aBroadcastTicket, aCenter, aService, asAdmin, asCenter, aTechnician } from "#modules/testing/factories.ts";
import { acceptUnpaid, cancelTicket, dayBoard } from "../index.ts";

openDatabase();

beforeEach(() => freezeClock(fromIst("2026-11-27", "08:30")));
afterEach(resetClock);

const monday = "2026-11-30";
const hours = { opens: "08:00", closes: "20:00" };

/** A center with two seats in each window. */
async function aShop() {
  const service = await aService();
  const center = await aCenter({ services: [service] });
  const own = asCenter(center);
  const technicians = [await aTechnician({ center }), await aTechnician({ center })] as const;
  const offered = async () => {
    const { ticket, broadcasts } = await aBroadcastTicket([center], {
      serviceId: service.id,
      timePreferenceType: "SPECIFIC_DATE_AND_TIME",
      specificDateTime: fromIst(monday, "10:00"),
    });
    return { ticket, accept: () => unitOfWork(() => acceptUnpaid(own, { broadcastId: broadcasts[0]!.id })) };
  };
  return { center, own, technicians, offered };
}
type Shop = Awaited<ReturnType<typeof aShop>>;

const fewer: [string, number, (shop: Shop) => Promise<unknown>][] = [
  ["a technician is deleted", 1, ({ own, technicians }) => deleteTechnician(own, technicians[0].id)],
  [
    "a technician is away",
    1,
    ({ own, technicians }) => addAbsence(own, AddAbsence.parse({ technicianId: technicians[0].id, first: monday })),
  ],
  ["the center is closed that day", 0, ({ own }) => saveHours(own, SaveHours.parse({ tue: hours, wed: hours }))],
];

test.each(fewer)(
  "what was agreed stays when %s, and nothing is accepted above the seats that are left",
  async (_, left, shrink) => {
    const shop = await aShop();
    const agreed = [await shop.offered(), await shop.offered()];
    for (const { accept } of agreed) await accept();
    await unitOfWork(() => shrink(shop));
    const waiting = await shop.offered();
    const taken = () => rows(sql`select taken from window_seats where center_id = ${shop.center.id} and slot = 1`);
    for (let open = 2; open > left; open -= 1) {
      expect((await dayBoard(shop.own, { day: monday })).visits).toHaveLength(open);
      await expect(waiting.accept()).rejects.toMatchObject({ key: "broadcast.windowFull" });
      expect(await taken()).toEqual([{ taken: open }]);
      await unitOfWork(() => cancelTicket(asAdmin(), { ticketId: agreed[open - 1]!.ticket.publicId }));
    }
    if (left > 0) {
      await expect(waiting.accept()).rejects.toMatchObject({ key: "broadcast.windowFull" });
      await unitOfWork(() => cancelTicket(asAdmin(), { ticketId: agreed[0]!.ticket.publicId }));
      await waiting.accept();
    } else await expect(waiting.accept()).rejects.toMatchObject({ key: "broadcast.windowFull" });
    expect(await taken()).toEqual([{ taken: left }]);
  },
);
