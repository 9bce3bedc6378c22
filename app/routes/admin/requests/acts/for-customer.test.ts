import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { aDesk, doorArgs } from "#app/testing/a-desk.ts";
import { drawn } from "#app/testing/a-page.tsx";
import { day, fromNow, now, resetClock } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAcceptedTicket, asAdmin } from "#modules/testing/factories.ts";
import { aJob, aTimeChange, fresh } from "#modules/testing/work.ts";
import { ownCancelTerms, timesToAgree } from "#modules/tickets/index.ts";
import type { Ticket } from "#modules/tickets/ticket.entity.ts";
import * as view from "../view/route.tsx";

openDatabase();
afterEach(resetClock);

type Answer = { status?: number; headers?: Headers; data?: { problem?: string } };

/** Sends a form of the request's page, whose admin gave the password a moment ago. */
async function send(
  cookie: string,
  intent: string,
  { publicId: ticketId }: Ticket,
  fields: Record<string, string> = {},
) {
  await rows(sql`update sessions set proved_at = ${now()}`);
  const args = doorArgs(`/view-ticket?ticketId=${ticketId}`, cookie, { intent, ticketId, ...fields });
  const { headers, data } = (await view.action(args)) as unknown as Answer;
  const cookies = headers?.getSetCookie?.().join("\n") ?? "";
  return { to: headers?.get?.("location") ?? undefined, problem: data?.problem, cookies };
}

const at = ({ publicId }: Ticket, act = "") => `/view-ticket?ticketId=${publicId}${act && `&act=${act}`}`;

/** A visit to which nobody came. */
const aMissed = async () =>
  (await aJob({ timePreferenceType: "SPECIFIC_DATE_AND_TIME", specificDateTime: fromNow(-day) })).ticket;

test("who calls because nobody came gets the four choices, and the end leads to the rule that is shown before it", async () => {
  const cookie = await aDesk();
  const ticket = await aMissed();
  expect((await drawn(at(ticket), cookie, [view])).html).toContain("Nobody came");
  const { text } = await drawn(at(ticket, "nobodyCame"), cookie, [view]);
  for (const choice of ["Wait for", "Another time, same center", "Another center", "End the request"])
    expect(text).toContain(choice);
  expect((await send(cookie, "nobodyCame", ticket, { choice: "move" })).to).toContain("act=agreeTime");
  expect((await send(cookie, "nobodyCame", ticket, { choice: "end" })).to).toContain("act=cancelForCustomer");
  expect((await drawn(at(ticket, "cancelForCustomer"), cookie, [view])).text).toContain(
    "Nobody came: everything goes back.",
  );
  const { rule, feePaise } = (await ownCancelTerms(asAdmin(), ticket.publicId))!;
  const terms = { ruleId: rule.id, feePaise: String(feePaise) };
  expect(await send(cookie, "cancelForCustomer", ticket, { ...terms, feePaise: "100" })).toMatchObject({
    problem: "cancel.changed",
  });
  const { cookies } = await send(cookie, "cancelForCustomer", ticket, terms);
  expect(cookies).toContain("undo=");
  expect((await fresh(ticket)).status).toBe("CANCEL");
  await send(cookie, "undoCancel", ticket);
  expect((await fresh(ticket)).status).toBe("ACCEPTED");
});

test("an operator agrees a time of the center with the customer", async () => {
  const cookie = await aDesk();
  const ticket = await aMissed();
  const { days, version } = (await timesToAgree(asAdmin(), ticket.publicId))!;
  const { from } = days.at(-1)!.windows.at(-1)!;
  expect((await drawn(at(ticket, "agreeTime"), cookie, [view])).html).toContain(new Date(from).toISOString());
  await send(cookie, "agreeTime", ticket, { at: new Date(from).toISOString(), version: String(version) });
  expect((await fresh(ticket)).specificDateTime).toEqual(from);
  const { text } = await drawn(at(ticket), cookie, [view]);
  expect(text).toContain("A time was agreed with the customer · for the center");
});

test("an operator answers a customer's wish for another time, and hands back, in the center's name", async () => {
  const cookie = await aDesk();
  const ticket = await anAcceptedTicket(await aCenter(), { timePreferenceType: "WITHIN_24_HOURS" });
  await aTimeChange(ticket);
  expect((await drawn(at(ticket, "answerTime"), cookie, [view])).text).toContain("The customer wants");
  expect((await send(cookie, "answerTime", ticket, { answer: "refuse" })).problem).toBeUndefined();
  const shown = await drawn(at(ticket, "handBack"), cookie, [view]);
  expect(shown.text).toContain("In the center's name: the request goes to the other centers at once");
  expect((await send(cookie, "handBack", ticket, { reason: "no_technician" })).problem).toBeUndefined();
  expect((await fresh(ticket)).centerId).toBeNull();
  const { text } = await drawn(at(ticket), cookie, [view]);
  expect(text).toContain("open again · for the center");
});

test("whoever may not edit requests is offered none of it, and refused", async () => {
  const ticket = await aMissed();
  const cookie = await aDesk(["view_ticket.full_access"]);
  expect((await drawn(at(ticket), cookie, [view])).html).not.toContain("cancelForCustomer");
  for (const intent of ["nobodyCame", "cancelForCustomer", "undoCancel", "agreeTime", "answerTime", "handBack"])
    expect((await send(cookie, intent, ticket, { choice: "wait" })).problem).toBe("ticket.noUpdate");
  expect((await fresh(ticket)).status).toBe("ACCEPTED");
});
