import { mkdirSync, rmSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { day, fromNow, istDate, istTime } from "#modules/kernel/clock.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { anAdmin, asAdmin } from "#modules/testing/factories.ts";
import { aJob, fresh } from "#modules/testing/work.ts";
import { timesToAgree } from "#modules/tickets/index.ts";
import { cli } from "../../testing/command.ts";

openDatabase();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("an admin does what the customer of a missed visit says: another window, then the end, by the rule it names", async () => {
  const { ticket } = await aJob({ timePreferenceType: "SPECIFIC_DATE_AND_TIME", specificDateTime: fromNow(-day) });
  const { ticketId: number } = ticket;
  const desk = await anAdmin({ permissions: ["edit_ticket.full_access", "view_ticket.full_access"] });
  const clerk = await anAdmin({ permissions: ["view_ticket.full_access"] });
  const missed = (...more: string[]) => cli("tickets", "missed", number, "--choice", ...more);
  const cancel = (...more: string[]) => cli("tickets", "cancel-by-terms", number, ...more);
  expect((await missed("end", "--as", clerk.userName, "--yes")).code).toBe(4);
  expect((await missed("move", "--yes")).code).toBe(2);
  expect((await missed("end", "--as", desk.userName, "--dry-run")).out).toBe(
    `would be: ${number}: nobody came, cancelled by the rule "center_missed, missed" of version 1, ₹0 of ₹0 go back\n`,
  );
  expect((await fresh(ticket)).status).toBe("ACCEPTED");
  const { from } = (await timesToAgree(asAdmin(), ticket.publicId))!.days.at(-1)!.windows.at(-1)!;
  const at = `${istDate(from)} ${istTime(from)}`;
  expect((await missed("move", "--at", at, "--as", desk.userName, "--yes")).out).toBe(
    `${number}: nobody came, the visit is agreed for ${at}\n`,
  );
  expect((await fresh(ticket)).specificDateTime).toEqual(from);
  expect((await missed("wait", "--yes")).code).toBe(5);
  expect((await cancel("--back", "0", "--as", clerk.userName, "--yes")).code).toBe(4);
  expect((await cancel("--as", desk.userName, "--yes")).code).toBe(2);
  expect((await cancel("--back", "99", "--as", desk.userName, "--yes")).code).toBe(5);
  expect((await cancel("--back", "0", "--reason", "works_again", "--as", desk.userName, "--yes")).out).toContain(
    `${number} cancelled by the rule "customer_cancel, `,
  );
  expect((await fresh(ticket)).status).toBe("CANCEL");
  expect((await historyOf("admin", desk.id)).map(({ data }) => data.command)).toEqual([
    "tickets missed",
    "tickets cancel-by-terms",
  ]);
}, 180_000);
