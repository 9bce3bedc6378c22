import { sql } from "kysely";
import { expect, test } from "vitest";
import { aDesk, doorArgs } from "#app/testing/a-desk.ts";
import { drawn } from "#app/testing/a-page.tsx";
import { now } from "#modules/kernel/clock.ts";
import { rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { asVisitor } from "#modules/testing/factories.ts";
import { aClosedJob } from "#modules/testing/work.ts";
import { openCase } from "#modules/tickets/cases/open-case.ts";
import { ticketById } from "#modules/tickets/get-ticket.ts";
import { answerOutcome } from "#modules/tickets/index.ts";
import { AnswerOutcome } from "#modules/tickets/shared.ts";
import * as route from "./route.tsx";
import { action } from "./route.tsx";

openDatabase();

/* The page of cases: what waits with its clock, the decision with its reason, and one appeal. */

async function aWaiting() {
  await rows(sql`delete from cases`);
  const { ticket } = await aClosedJob();
  const caseId = await unitOfWork(() =>
    transaction(async () => (await openCase(await ticketById(ticket.id, { lock: true }), "unhappy_code")).id),
  );
  return { caseId, ticket };
}

/** Sends a form of the page; the sender has just given password and code. */
async function send(cookie: string, fields: Record<string, string>) {
  await rows(sql`update sessions set proved_at = ${now()}`);
  const answer = (await action(doorArgs("/cases", cookie, fields))) as unknown as {
    status?: number;
    headers?: Headers;
    data?: { problem?: string; errors?: Record<string, string> };
  };
  return { status: answer.status, to: answer.headers?.get("location") ?? undefined, ...answer.data };
}

const shown = async (query: string, cookie: string) => (await drawn(`/cases?${query}`, cookie, [route])).text;

test("a case waits with its clock, is decided with a reason, and its row is marked afterwards", async () => {
  const { caseId, ticket } = await aWaiting();
  const cookie = await aDesk();
  const list = await shown("", cookie);
  for (const words of [ticket.ticketId.slice(-12), "Unhappy code", "Open"]) expect(list).toContain(words);
  expect(await shown(`of=${caseId}`, cookie)).toContain("There is no fee: only the reason is noted");
  const decision = { intent: "decide", caseId, decision: "none" };
  expect((await send(cookie, decision)).errors).toMatchObject({ reason: expect.any(String) });
  const { to } = await send(cookie, { ...decision, reason: "Both were called" });
  expect(to).toContain(`did=${caseId}`);
  expect(await shown("", cookie)).toContain("No case waits for a decision.");
  expect(await shown("view=decided", cookie)).toContain(ticket.ticketId.slice(-12));
});

test("who decides reads what the customer says happened, and what was paid", async () => {
  await rows(sql`delete from cases`);
  const { ticket } = await aClosedJob();
  const says = { ticketId: ticket.publicId, came: "yes", done: "no", paid: "450" };
  await answerOutcome(asVisitor(ticket.phone), AnswerOutcome.parse(says));
  const cookie = await aDesk();
  const caseId = (await rows<{ id: string }>(sql`select id from cases where ticket_id = ${ticket.id}`))[0]!.id;
  expect(await shown(`of=${caseId}`, cookie)).toContain("They came, and it is not done. ₹450 was paid.");
});

test("the decision is appealed once, and another admin decides for good", async () => {
  const { caseId } = await aWaiting();
  const decider = await aDesk();
  await send(decider, { intent: "decide", caseId, decision: "none", reason: "Both were called" });
  const opened = await shown(`view=decided&of=${caseId}`, decider);
  for (const words of ["Why the decision should change", "Both were called"]) expect(opened).toContain(words);
  await send(decider, { intent: "appeal", caseId, reason: "The center has pictures" });
  expect(await shown(`of=${caseId}`, decider)).toContain("Another admin decides");
  const other = await aDesk();
  expect(await shown(`of=${caseId}`, other)).toContain("The center has pictures");
  await send(other, { intent: "decideAppeal", caseId, decision: "none", reason: "They show nothing" });
  const closed = await shown(`view=decided&of=${caseId}`, other);
  for (const words of ["Appeal decided", "They show nothing"]) expect(closed).toContain(words);
  expect(closed).not.toContain("Why the decision should change");
});

test("who may edit requests but not move money reads cases and appeals, but decides nothing", async () => {
  const { caseId } = await aWaiting();
  const cookie = await aDesk(["edit_ticket.full_access"]);
  expect(await shown(`of=${caseId}`, cookie)).toContain("Another admin decides");
  const denied = (await action(
    doorArgs("/cases", cookie, { intent: "decide", caseId, decision: "none", reason: "No" }),
  ).catch((error: unknown) => error)) as { status?: number };
  expect(denied.status ?? 403).toBe(403);
  expect(await rows(sql`select state from cases where id = ${caseId}`)).toEqual([{ state: "open" }]);
});

test("a case that is gone, and a foreign id, show the list alone", async () => {
  await rows(sql`delete from cases`);
  const cookie = await aDesk();
  expect(await shown("of=0193a4f0-7c1e-7b8a-9c55-3f0d2a6b7e10", cookie)).toContain("No case waits for a decision.");
});
