import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { freezeClock, fromIst, moveClock, resetClock, second } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, anAdmin, aPriceList, asAdmin, asCenter, asVisitor } from "#modules/testing/factories.ts";
import { aPaidRequest } from "#modules/testing/paid-jobs.ts";
import { openTill } from "#modules/testing/payments.ts";
import { fresh } from "#modules/testing/work.ts";
import { joiningBonus, ledgerFaults, walletBalance } from "#modules/wallet/index.ts";
import { whatOf, whoOf } from "../history-words.ts";
import {
  acceptBroadcast,
  cancelOwn,
  nobodyCameView,
  ownCancelTerms,
  requestDetail,
  sayNobodyCame,
  undoCancel,
} from "../index.ts";
import { CancelOwn, SayNobodyCame } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";
import { settleCancellation } from "./cancel-own.ts";

openDatabase();
const till = openTill();

/** A Friday morning; the visits are promised for Monday, 10 to 12. */
beforeAll(async () => {
  freezeClock(fromIst("2026-11-26", "08:30"));
  await aPriceList();
});
beforeEach(() => freezeClock(fromIst("2026-11-27", "08:30")));
afterEach(async () => {
  resetClock();
  expect(await ledgerFaults()).toEqual([]);
});

const wallet = 100_000;

/** A paid request that its center accepted out of its wallet. */
async function promised() {
  const at = fromIst("2026-11-30", "10:00");
  const { center, ticket } = await aPaidRequest(till, {
    timePreferenceType: "SPECIFIC_DATE_AND_TIME",
    specificDateTime: at,
  });
  await joiningBonus({ centerId: center.id, amountPaise: fromRupees(wallet / 100) });
  const offer = await row<{ id: string }>(sql`select id from broadcasts where ticket_id = ${ticket.id}`);
  await acceptBroadcast(asCenter(center), { broadcastId: offer!.id });
  return { center, ticket };
}

const operator = async () => {
  const permissions = ["edit_ticket.full_access", "view_ticket.full_access"] as const;
  return asAdmin(await anAdmin({ permissions: [...permissions] }), { permissions });
};

/** Cancels by the terms that an operator is shown now. */
async function cancelFor(actor: ReturnType<typeof asAdmin>, { publicId: ticketId }: Ticket) {
  const terms = (await ownCancelTerms(actor, ticketId))!;
  await cancelOwn(actor, CancelOwn.parse({ ticketId, ruleId: terms.rule.id, feePaise: terms.feePaise }));
  return terms;
}

/** Who did what, newest first, as the page of the request says it. */
const historyOf = async ({ publicId }: Ticket) =>
  (await requestDetail(asAdmin(), publicId)).history.map((line) => [whatOf(line, say, "en"), whoOf(line, say)]);

async function settles({ id }: Ticket) {
  moveClock(10 * second);
  const decisions = await rows<{ id: string }>(sql`select id from visit_decisions where ticket_id = ${id}`);
  for (const { id: decisionId } of decisions) await runJob(settleCancellation, { decisionId });
}

test("an operator cancels on the customer's word by the customer's own terms, and can undo it for ten seconds", async () => {
  const { center, ticket } = await promised();
  const admin = await operator();
  freezeClock(fromIst("2026-11-30", "08:30"));
  expect(await ownCancelTerms(admin, ticket.publicId)).toEqual(
    await ownCancelTerms(asVisitor(ticket.phone), ticket.publicId),
  );
  await cancelFor(admin, ticket);
  await undoCancel(admin, { ticketId: ticket.publicId });
  expect((await fresh(ticket)).status).toBe("ACCEPTED");
  const terms = await cancelFor(admin, ticket);
  expect([terms.rule.band, terms.feePaise, terms.feeBackPaise, terms.leadBackPaise]).toEqual(["late", 9_900, 0, 4_950]);
  await settles(ticket);
  await expect(undoCancel(admin, { ticketId: ticket.publicId })).rejects.toMatchObject({ key: "cancel.undoOver" });
  expect(await walletBalance(center.id)).toBe(wallet - 4_950);
  expect(
    await rows(
      sql`select d.state, v.version from visit_decisions d join visit_rules r on r.id = d.rule_id
        join visit_rule_versions v on v.id = r.version_id where d.ticket_id = ${ticket.id} order by d.ended_at`,
    ),
  ).toEqual([
    { state: "UNDONE", version: 1 },
    { state: "FINAL", version: 1 },
  ]);
  const { name } = (await row<{ name: string }>(sql`select name from admins where id = ${admin.adminId}`))!;
  expect(await historyOf(ticket)).toEqual(
    expect.arrayContaining([
      ["Cancelled · for the customer", name],
      ["Cancellation undone · for the customer", name],
    ]),
  );
});

test("an operator says for the customer that nobody came: another center at once, or all back", async () => {
  const { center, ticket } = await promised();
  const admin = await operator();
  const choose = (choice: string) => sayNobodyCame(admin, SayNobodyCame.parse({ ticketId: ticket.publicId, choice }));
  freezeClock(fromIst("2026-11-30", "12:14"));
  expect(await nobodyCameView(admin, ticket.publicId)).toBeNull();
  await expect(choose("wait")).rejects.toMatchObject({ key: "missed.notYet" });
  freezeClock(fromIst("2026-11-30", "12:15"));
  expect(await nobodyCameView(admin, ticket.publicId)).toEqual(
    await nobodyCameView(asVisitor(ticket.phone), ticket.publicId),
  );
  await choose("end");
  expect((await cancelFor(admin, ticket)).rule).toMatchObject({ cause: "center_missed", fee: "back" });
  await undoCancel(admin, { ticketId: ticket.publicId });
  await choose("other_center");
  expect(await fresh(ticket)).toMatchObject({ status: "PENDING", centerId: null });
  expect(await rows(sql`select center_id, reason from hand_backs where ticket_id = ${ticket.id}`)).toEqual([
    { center_id: center.id, reason: "nobody_came" },
  ]);
  expect((await historyOf(ticket)).map(([what]) => what)).toContain(
    "Nobody came, the customer says · for the customer",
  );
});

test("only an operator of the house who edits requests acts for a customer: no client, no center, no reader", async () => {
  const { center, ticket } = await promised();
  const { id: clientId } = await aClient();
  const edits = { permissions: ["edit_ticket.full_access"] } as const;
  await rows(sql`update tickets set client_id = ${clientId} where id = ${ticket.id}`);
  freezeClock(fromIst("2026-11-30", "12:15"));
  const ticketId = ticket.publicId;
  const { rule, feePaise } = (await ownCancelTerms(asVisitor(ticket.phone), ticketId))!;
  const reader = asAdmin(undefined, { permissions: ["view_ticket.full_access", "delete_ticket"] });
  for (const actor of [reader, asAdmin(undefined, { ...edits, clientId }), asCenter(center)]) {
    const denied = { kind: "denied" };
    await expect(ownCancelTerms(actor, ticketId)).rejects.toMatchObject(denied);
    await expect(nobodyCameView(actor, ticketId)).rejects.toMatchObject(denied);
    await expect(cancelOwn(actor, { ticketId, ruleId: rule.id, feePaise })).rejects.toMatchObject(denied);
    await expect(undoCancel(actor, { ticketId })).rejects.toMatchObject(denied);
    await expect(sayNobodyCame(actor, { ticketId, choice: "wait" })).rejects.toMatchObject(denied);
  }
});
