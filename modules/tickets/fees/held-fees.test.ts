import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { day, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { asAdmin } from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { aPaidJob } from "#modules/testing/paid-jobs.ts";
import { openTill } from "#modules/testing/payments.ts";
import { fresh } from "#modules/testing/work.ts";
import { ledgerFaults } from "#modules/wallet/index.ts";
import { heldFeesWaiting } from "../events.ts";
import { closeTicket, countHeldFees, decideHeldFee, heldFeesList, remindOfHeldFees } from "../index.ts";
import { AdminCloseTicket, DecideHeldFee } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";

openDatabase();
const till = openTill();
afterEach(resetClock);

const finance = () => asAdmin(undefined, { permissions: ["adjust_wallet"] });

/** A closed request whose fee waits for a decision. */
async function aHeldFee(): Promise<Ticket> {
  const { ticket } = await aPaidJob(till);
  await closeTicket(asAdmin(), AdminCloseTicket.parse({ ticketId: ticket.publicId, amount: 500 }));
  return fresh(ticket);
}

const decision = ({ publicId: ticketId }: Ticket, verdict: string, remarks = "The customer confirmed the visit") =>
  DecideHeldFee.parse({ ticketId, verdict, remarks });

const kindsOf = async ({ id }: Ticket) =>
  (
    await rows<{ kind: string }>(
      sql`select kind from transfers where ticket_id = ${id} and kind like 'booking_fee%' order by created_at, id`,
    )
  ).map(({ kind }) => kind);

test("held fees are listed by their age, for who may move money, until they are decided", async () => {
  const first = await aHeldFee();
  moveClock(day);
  const second = await aHeldFee();
  const { rows: listed } = await heldFeesList.page(finance(), {});
  expect(listed.map(({ number }) => number)).toEqual([first.ticketId, second.ticketId]);
  expect(listed[0]).toMatchObject({ ticketId: first.publicId, amountPaise: 9_900, heldAt: first.feeHeldAt, days: 1 });
  expect((await countHeldFees(finance(), {})).n).toBe(2);
  await decideHeldFee(finance(), decision(first, "EARNED"));
  expect((await heldFeesList.page(finance(), {})).rows.map(({ number }) => number)).toEqual([second.ticketId]);
  await decideHeldFee(finance(), decision(second, "RETURNED"));
  const clerk = asAdmin(undefined, { permissions: ["edit_ticket.full_access", "view_ticket.full_access"] });
  await expect(heldFeesList.page(clerk, {})).rejects.toMatchObject({ kind: "denied" });
  await expect(decideHeldFee(clerk, decision(first, "EARNED"))).rejects.toMatchObject({ kind: "denied" });
});

test("one is earned or returned, with its reason and a row of history; a second decision is refused", async () => {
  const earned = await aHeldFee();
  const back = await aHeldFee();
  await decideHeldFee(finance(), decision(earned, "EARNED"));
  await decideHeldFee(finance(), decision(back, "RETURNED", "Nobody came"));
  await till.work();
  expect(await kindsOf(earned)).toEqual(["booking_fee", "booking_fee_earned"]);
  expect(await kindsOf(back)).toEqual(["booking_fee", "booking_fee_refund"]);
  expect(await fresh(earned)).toMatchObject({ platformSharePaise: 9_900, feeHeldAt: null, isPaidByPublic: true });
  expect(await fresh(back)).toMatchObject({
    platformSharePaise: 0,
    feeHeldAt: null,
    isPaidByPublic: false,
    feeRemarks: "Nobody came",
  });
  for (const [ticket, event] of [
    [earned, "ticket.feeEarned"],
    [back, "ticket.feeReturned"],
  ] as const) {
    const entries = (await historyOf("ticket", ticket.id)).filter((entry) => entry.event === event);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ actor_kind: "admin", data: { amountPaise: 9_900 } });
    await expect(decideHeldFee(finance(), decision(ticket, "EARNED"))).rejects.toMatchObject({
      key: "heldFee.decided",
    });
  }
  expect(await ledgerFaults()).toEqual([]);
});

test("a reason is asked for, and one of the two verdicts", async () => {
  const ticket = await aHeldFee();
  expect(() => decision(ticket, "EARNED", " ")).toThrow("adjust.why");
  expect(() => decision(ticket, "LATER")).toThrow("form.choice");
});

test("twenty who decide at once decide once: earned or returned, never both", async () => {
  for (let round = 0; round < 3; round += 1) {
    const ticket = await aHeldFee();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, nth) =>
        unitOfWork(() => decideHeldFee(finance(), decision(ticket, nth % 2 ? "EARNED" : "RETURNED"))),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await till.work();
    expect(await kindsOf(ticket)).toHaveLength(2);
  }
  expect(await ledgerFaults()).toEqual([]);
});

test("the clock reminds of those that wait for two days, once a day", async () => {
  const reminded: number[] = [];
  hear(heldFeesWaiting, async ({ count }) => reminded.push(count));
  await rows(sql`update tickets set fee_held_at = null`);
  await aHeldFee();
  moveClock(day);
  await remindOfHeldFees();
  moveClock(day + 1_000);
  await aHeldFee();
  await remindOfHeldFees();
  expect(reminded).toEqual([1]);
  expect(await row(sql`select count(*)::int as n from tickets where fee_held_at is not null`)).toEqual({ n: 2 });
});
