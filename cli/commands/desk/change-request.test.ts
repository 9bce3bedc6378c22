import { mkdirSync, rmSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { istDate, istTime } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAcceptedTicket, anAdmin, asCenter, aTechnician } from "#modules/testing/factories.ts";
import { fresh } from "#modules/testing/work.ts";
import { timesToAgree } from "#modules/tickets/index.ts";
import { cli } from "../../testing/command.ts";

openDatabase();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tickets = (...args: string[]) => cli("tickets", ...args);

test("an admin agrees a free window of the center and corrects the address; all else of the request stays", async () => {
  const center = await aCenter();
  const before = await anAcceptedTicket(center, { locality: "Niwaru Road", adminRemarks: "Call 9876543210 first" });
  const { ticketId: number } = before;
  const desk = await anAdmin({ permissions: ["edit_ticket.full_access", "view_ticket.full_access"] });
  const clerk = await anAdmin({ permissions: ["view_ticket.full_access"] });
  const { days } = (await timesToAgree(asCenter(center), before.publicId))!;
  const { from } = days.at(-1)!.windows.at(-1)!;
  const at = `${istDate(from)} ${istTime(from)}`;

  const agree = (when: string, ...more: string[]) => tickets("agree-time", number, "--at", when, ...more);
  expect((await agree(at, "--as", clerk.userName, "--yes")).code).toBe(4);
  expect((await agree("2020-01-01 10:00", "--yes")).code).toBe(2);
  expect((await agree(at, "--dry-run")).out).toBe(`would be: ${number}: the visit is agreed for ${at}\n`);
  expect(await rows(sql`select 1 from appointments where ticket_id = ${before.id}`)).toEqual([]);
  expect((await agree(at, "--as", desk.userName, "--yes")).code).toBe(0);
  expect((await fresh(before)).specificDateTime).toEqual(from);

  const change = (...more: string[]) => tickets("change", number, ...more);
  expect((await change("--house-number", "14", "--as", clerk.userName, "--yes")).code).toBe(4);
  expect((await change("--at", at, "--soon", "--yes")).code).toBe(2);
  expect((await change("--state", "Nowhere", "--yes")).code).toBe(2);
  expect((await change("--house-number", "14 B", "--city", "Jaipur", "--as", desk.userName, "--yes")).out).toBe(
    `${number} changed\n`,
  );
  expect(await fresh(before)).toMatchObject({
    houseNumber: "14 B",
    city: "Jaipur",
    specificDateTime: from,
    serviceId: before.serviceId,
    locality: before.locality,
    adminRemarks: before.adminRemarks,
    offerCode: before.offerCode,
    phone: before.phone,
  });
  expect((await tickets("send-link", number, "--yes")).err).toContain("technician");
  await aTechnician({ center }).then(({ id }) =>
    rows(sql`update tickets set technician_id = ${id} where id = ${before.id}`),
  );
  expect((await tickets("send-link", number, "--as", clerk.userName, "--yes")).code).toBe(4);
  expect((await tickets("send-link", number, "--yes")).out).toBe(`${number}: the link is sent to the technician\n`);
  expect((await change("--soon", "--yes")).code).toBe(0);
  expect((await fresh(before)).timePreferenceType).toBe("WITHIN_24_HOURS");
  expect((await historyOf("admin", desk.id)).map(({ data }) => data.command)).toEqual([
    "tickets agree-time",
    "tickets change",
  ]);
}, 180_000);
