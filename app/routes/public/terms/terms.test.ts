import { sql } from "kysely";
import { expect, test } from "vitest";
import { drawn } from "#app/testing/a-page.tsx";
import { fromNow, hour, moveClock, resetClock, second } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { locales, say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { anAdmin, aPriceList, asAdmin, asCenter, asVisitor } from "#modules/testing/factories.ts";
import { aPaidJob, aPaidRequest } from "#modules/testing/paid-jobs.ts";
import { openTill } from "#modules/testing/payments.ts";
import { aPhoto, closeAs, codesOf, notApproved, notVisited } from "#modules/testing/work.ts";
import { settleCancellation } from "#modules/tickets/by-customer/cancel-own.ts";
import { refundUnaccepted } from "#modules/tickets/fees/refund-unaccepted.ts";
import {
  addOnsitePicture,
  answerOutcome,
  approveVisitRules,
  cancelOwn,
  cancelTicket,
  ownCancelTerms,
  proposeVisitRules,
  rejectBroadcast,
  settleOutcomes,
  visitRuleVersions,
} from "#modules/tickets/index.ts";
import { AnswerOutcome, CancelOwn, feeEarnedWhen, feeReturnedWhen } from "#modules/tickets/shared.ts";
import type { Ticket } from "#modules/tickets/ticket.entity.ts";
import { ledgerFaults } from "#modules/wallet/index.ts";
import * as booking from "../booking/route.tsx";
import * as terms from "./route.tsx";

openDatabase();
const till = openTill();

type Rule = (typeof feeReturnedWhen)[number] | (typeof feeEarnedWhen)[number];

/** Its customer cancels it, by the terms that are shown, and does not undo it. */
async function cancelOwnTicket({ id, publicId, phone }: Ticket) {
  const customer = asVisitor(phone);
  const { rule, feePaise } = (await ownCancelTerms(customer, publicId))!;
  await cancelOwn(customer, CancelOwn.parse({ ticketId: publicId, ruleId: rule.id, feePaise }));
  const decision = await row<{ id: string }>(sql`select id from visit_decisions where ticket_id = ${id}`);
  moveClock(10 * second);
  await runJob(settleCancellation, { decisionId: decision!.id });
  resetClock();
}

/** Each line of the terms as it happens; answers the request. */
const happening: Record<Rule, () => Promise<{ id: string }>> = {
  cancelled: async () => {
    const { ticket } = await aPaidJob(till, { timePreferenceType: "WITHIN_24_HOURS" });
    await cancelOwnTicket(ticket);
    return ticket;
  },
  byOperator: async () => {
    const { ticket } = await aPaidJob(till, { timePreferenceType: "WITHIN_24_HOURS", createdAt: fromNow(-22 * hour) });
    await cancelTicket(asAdmin(), { ticketId: ticket.publicId });
    return ticket;
  },
  cancelledLate: async () => {
    const { ticket } = await aPaidJob(till, { timePreferenceType: "WITHIN_24_HOURS", createdAt: fromNow(-22 * hour) });
    await cancelOwnTicket(ticket);
    return ticket;
  },
  notVisited: async () => {
    const { center, ticket } = await aPaidJob(till);
    await closeAs(center, ticket, { closeRemarks: notVisited });
    return ticket;
  },
  silent: async () => {
    const { center, ticket } = await aPaidJob(till);
    await addOnsitePicture(asCenter(center), { ticketId: ticket.publicId, upload: await aPhoto() });
    await closeAs(center, ticket, { closeRemarks: notApproved });
    moveClock(48 * hour);
    await settleOutcomes();
    resetClock();
    return ticket;
  },
  noCenter: async () => {
    const { center, ticket } = await aPaidRequest(till);
    const offer = await row<{ id: string }>(sql`select id from broadcasts where ticket_id = ${ticket.id}`);
    await rejectBroadcast(asCenter(center), { broadcastId: offer!.id });
    return ticket;
  },
  notAccepted: async () => {
    const { ticket } = await aPaidRequest(till);
    moveClock(env.refundUnacceptedAfterHours * hour + 1_000);
    await refundUnaccepted();
    resetClock();
    return ticket;
  },
  code: async () => {
    const { center, ticket } = await aPaidJob(till);
    await closeAs(center, ticket, { closeRemarks: notApproved, code: (await codesOf(ticket)).unhappy });
    return ticket;
  },
  answer: async () => {
    const { center, ticket } = await aPaidJob(till);
    await closeAs(center, ticket, { closeRemarks: notApproved });
    const input = AnswerOutcome.parse({ ticketId: ticket.publicId, came: "yes" });
    await answerOutcome(asVisitor(ticket.phone), input);
    return ticket;
  },
};

test("the price box, the terms and the ledger say the same about the booking fee", async () => {
  const hours = env.refundUnacceptedAfterHours;
  await aPriceList();
  for (const locale of locales) {
    const page = await drawn("/terms", "", [terms], { locale });
    const form = await drawn("/booking?form=one", "", [booking], { locale });
    const before = say("cancel.hours", { n: 3, count: 3 }, locale);
    expect(form.text).toContain(say("booking.price.refund", { hours, before }, locale));
    expect(form.html).toContain('href="/terms"');
    for (const when of feeReturnedWhen)
      expect(page.text).toContain(say(`fee.returned.${when}`, { hours, before }, locale));
    for (const when of feeEarnedWhen) expect(page.text).toContain(say(`fee.earned.${when}`, { before }, locale));
  }
  const ends = async (rules: readonly Rule[]) => {
    for (const rule of rules) {
      const { id } = await happening[rule]();
      await till.work();
      const fee = await row<{ end: string }>(
        sql`select kind as end from transfers where ticket_id = ${id} and kind like 'booking_fee_%'`,
      );
      expect([rule, fee?.end]).toEqual([rule, rules === feeEarnedWhen ? "booking_fee_earned" : "booking_fee_refund"]);
    }
  };
  await ends(feeReturnedWhen);
  await ends(feeEarnedWhen);
  expect(await ledgerFaults()).toEqual([]);
}, 60_000);

test("where a late cancellation costs nothing by the rules in force, no page says that the fee stays", async () => {
  await aPriceList();
  const author = asAdmin(await anAdmin());
  const { version, rules } = (await visitRuleVersions(author))[0]!;
  const minutesOf = (band: string) => rules.find((rule) => rule.band === band)?.minutes ?? 0;
  await proposeVisitRules(author, {
    version,
    earlyMinutes: minutesOf("early"),
    lateFee: "back",
    lateLeadPercent: 50,
    changeMinutes: minutesOf("change"),
    changeAtMost: 2,
    absentCalls: 2,
    absentMinutes: 15,
    missedMinutes: minutesOf("missed"),
    missedLeadPercent: 100,
    freeMinutes: minutesOf("free"),
    freeAtMost: 3,
    laterLeadPercent: 0,
  });
  const proposed = (await visitRuleVersions(author))[0]!;
  const rights = { permissions: ["adjust_wallet" as const] };
  await approveVisitRules(asAdmin(await anAdmin(rights), rights), { versionId: proposed.id });
  const page = await drawn("/terms", "", [terms]);
  expect(page.text).toContain(say("fee.returned.cancelledAlways"));
  expect(page.text).not.toContain(say("fee.earned.cancelledLate", { before: "3 hours" }));
  const form = await drawn("/booking?form=one", "", [booking]);
  expect(form.text).toContain(say("booking.price.refundAlways", { hours: env.refundUnacceptedAfterHours }));
});
