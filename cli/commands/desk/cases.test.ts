import { mkdirSync, rmSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { folder, openDatabase } from "#modules/testing/database.ts";
import { anAdmin, asAdmin, asVisitor } from "#modules/testing/factories.ts";
import { aJob, fresh } from "#modules/testing/work.ts";
import { answerOutcome, closeTicket } from "#modules/tickets/index.ts";
import { AdminCloseTicket, AnswerOutcome } from "#modules/tickets/shared.ts";
import { cli } from "../../testing/command.ts";

openDatabase();

mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cases = (...args: string[]) => cli("cases", ...args);
const money = ["edit_ticket.full_access", "adjust_wallet"] as const;

/** A request that an admin closed as done, of which its customer says that nobody came. */
async function aDispute() {
  await rows(sql`delete from cases`);
  const closer = await anAdmin({ permissions: money });
  const { ticket } = await aJob();
  const closing = AdminCloseTicket.parse({ ticketId: ticket.publicId, amount: 500 });
  await closeTicket(asAdmin(closer, { permissions: money }), closing);
  const says = AnswerOutcome.parse({ ticketId: ticket.publicId, came: "no" });
  await unitOfWork(() => answerOutcome(asVisitor(ticket.phone), says));
  const { id } = (await row<{ id: string }>(sql`select id from cases where ticket_id = ${ticket.id}`))!;
  return { caseId: id, closer, ticket: await fresh(ticket) };
}

const stateOf = async (caseId: string) =>
  (await row<{ state: string }>(sql`select state from cases where id = ${caseId}`))!.state;

test("a case is listed, shown, decided, appealed once and decided again, each by the rights of the admin who is named", async () => {
  const { caseId, closer, ticket } = await aDispute();
  const { ticketId: number } = ticket;
  const finance = await anAdmin({ permissions: money });
  const other = await anAdmin({ permissions: money });
  const clerk = await anAdmin({ permissions: ["edit_ticket.full_access"] });
  const nobody = await anAdmin({ permissions: ["view_ticket.full_access"] });

  const listed = await cases("list", "--json");
  expect(JSON.parse(listed.out)).toMatchObject([{ caseId, number, cause: "not_so", state: "open", late: false }]);
  expect((await cases("list", "--as", nobody.userName)).code).toBe(4);
  const shown = await cases("show", caseId, "--as", clerk.userName);
  for (const words of [number, "not_so", "nobody came"]) expect(shown.out).toContain(words);
  expect(shown.out).not.toContain(ticket.phone);
  expect((await cases("show", ticket.id)).code).toBe(3);

  const decide = (as: string, ...more: string[]) =>
    cases("decide", caseId, "--as", as, "--decision", "none", "--reason", "Both were called", ...more);
  expect((await cases("decide", caseId, "--decision", "none", "--reason", "Both were called", "--yes")).code).toBe(2);
  expect((await decide(clerk.userName, "--yes")).code).toBe(4);
  // Who closed the request leaves the decision to another admin, here as on the page.
  expect((await decide(closer.userName, "--yes")).code).toBe(4);
  expect((await decide(finance.userName, "--decision", "earned", "--yes")).code).toBe(5);
  expect((await decide(finance.userName, "--dry-run")).out).toBe(`would be: ${number}: the case is decided, none\n`);
  expect(await stateOf(caseId)).toBe("open");
  expect((await decide(finance.userName, "--yes")).code).toBe(0);

  const appeal = () => cases("appeal", caseId, "--as", clerk.userName, "--reason", "There is a picture", "--yes");
  expect((await appeal()).out).toBe(`${number}: the appeal waits for another admin\n`);
  expect((await appeal()).code).toBe(5);
  expect((await decide(finance.userName, "--yes")).code).toBe(4);
  expect(await stateOf(caseId)).toBe("appealed");
  expect((await decide(other.userName, "--yes")).code).toBe(0);
  expect(await stateOf(caseId)).toBe("closed");
  const closed = await cases("show", caseId);
  for (const words of ["Both were called", "There is a picture", other.name]) expect(closed.out).toContain(words);
  expect((await historyOf("admin", other.id)).map(({ data }) => data.command)).toEqual(["cases decide"]);
}, 300_000);
