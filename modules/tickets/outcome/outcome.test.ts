import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { knownAccounts, openSession } from "#modules/access/index.ts";
import { freezeClock, fromIst, hour, minute, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { hashToken } from "#modules/kernel/crypto.server.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { asOwner, openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  anAddress,
  anAdmin,
  aProof,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
} from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { aPaidJob } from "#modules/testing/paid-jobs.ts";
import { openTill } from "#modules/testing/payments.ts";
import {
  aClosedJob,
  aPhoto,
  closeAs,
  codesOf,
  fresh,
  type Job,
  notApproved,
  notRepairable,
  notVisited,
  paid,
} from "#modules/testing/work.ts";
import { feeStateOf, ledgerFaults } from "#modules/wallet/index.ts";
import { outcomeQuestion } from "../events.ts";
import {
  addOnsitePicture,
  answerOutcome,
  answerOutcomeByLink,
  closeAbsent,
  closeTicket,
  decideCase,
  logCall,
  outcomeOfLink,
  readOutcomeToken,
  remindOfOutcomes,
  setReached,
  settleOutcomes,
  trackTicket,
} from "../index.ts";
import { AdminCloseTicket, AnswerOutcome, AnswerOutcomeByLink, DecideCase } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";

openDatabase();
const till = openTill();

/** How many closings lie; `npm run visits` has five for each of its rounds. */
const closings = env.proofSize ? env.proofSize * 5 : { quick: 12, whole: 60 }[env.testSize];

beforeEach(() => freezeClock(fromIst("2026-11-25", "10:00")));
afterEach(resetClock);

/** The tokens of the links that were sent, by the request's internal id. */
const links = new Map<string, string[]>();
hear(outcomeQuestion, async ({ ticketId, sealedToken }) => {
  links.set(ticketId, [...(links.get(ticketId) ?? []), readOutcomeToken(sealedToken)]);
});

const remarks = { D: paid, E: notApproved, R: notRepairable, N: notVisited } as const;
type Closing = keyof typeof remarks;
type Answer = "as said" | "not so" | "silence";
type End = "earned" | "held" | "back";

/** The start code was said at the door. */
const begin = ({ id }: Ticket) =>
  rows(sql`insert into start_codes (ticket_id, code, created_at, proved_at, proved_by) values (${id}, '', now(), now(), 'code')
    on conflict (ticket_id) do update set proved_at = now(), proved_by = 'code'`);

/** A closed request with a paid fee: with the start code, or for work done with the happy code; or without any. */
async function aClosing(closing: Closing, code: boolean): Promise<Job> {
  const job = await aPaidJob(till);
  const { center, ticket } = job;
  const closeRemarks = remarks[closing];
  if (code && closing !== "D") await begin(ticket);
  if (closing === "D" && code) {
    await addOnsitePicture(asCenter(center), { ticketId: ticket.publicId, upload: await aPhoto() });
    await closeAs(center, ticket, { amount: 500, closeRemarks, code: (await codesOf(ticket)).happy });
  } else if (closing === "D")
    await closeTicket(asAdmin(), AdminCloseTicket.parse({ ticketId: ticket.publicId, amount: 500, closeRemarks }));
  else await closeAs(center, ticket, { closeRemarks });
  return { ...job, ticket: await fresh(ticket) };
}

/** The technician says that nobody opened, at the address or not. */
async function closeWithoutCustomer(technician: ReturnType<typeof asTechnician>, { publicId: ticketId }: Ticket) {
  await setReached(technician, { ticketId });
  for (let calls = 0; calls < 2; calls += 1) {
    await logCall(technician, { ticketId });
    moveClock(8 * minute);
  }
  await unitOfWork(() => closeAbsent(technician, { ticketId }));
  freezeClock(fromIst("2026-11-25", "10:00"));
}

const inputOf = ({ publicId: ticketId }: Ticket, closing: Closing, answer: Answer, proof?: string) => {
  const says = { came: closing === "N" ? "no" : "yes", done: "yes" };
  const contrary = closing === "D" ? { came: "yes", done: "no" } : { came: closing === "N" ? "yes" : "no" };
  return AnswerOutcome.parse({ ticketId, proof, ...says, ...(answer === "not so" && contrary) });
};

const say = (ticket: Ticket, closing: Closing, answer: Answer) =>
  unitOfWork(() => answerOutcome(asVisitor(ticket.phone), inputOf(ticket, closing, answer)));

/** What became of the fee and the lead price. */
async function endOf({ id }: Ticket): Promise<End | "unclear"> {
  const ticket = await fresh({ id });
  const [cases, refunds, leads] = await Promise.all([
    rows<{ cause: string }>(sql`select cause from cases where ticket_id = ${id} and state = 'open'`),
    rows(sql`select 1 from refunds r join orders o on o.id = r.order_id where o.ticket_id = ${id}`),
    rows(sql`select 1 from transfers where ticket_id = ${id} and kind = 'lead_fee_refund'`),
  ]);
  if (leads.length > 0) return "unclear";
  const fee = await feeStateOf(id);
  const isHeld = ticket.feeHeldAt !== null;
  const share = ticket.platformSharePaise;
  if (fee === "earned" && !isHeld && share === 9_900 && cases.length === 0 && refunds.length === 0) return "earned";
  if (fee === "held" && isHeld && share === 0 && cases[0]?.cause === "not_so" && refunds.length === 0) return "held";
  if (fee === null && !isHeld && share === 0 && cases.length === 0 && refunds.length === 1) return "back";
  return "unclear";
}

/** As the table of docs/rules.md says it. */
const table: [Closing, boolean, Answer, End][] = (["D", "E", "R"] as const).flatMap((closing) => [
  [closing, true, "as said", "earned"] as [Closing, boolean, Answer, End],
  [closing, true, "not so", "held"],
  [closing, true, "silence", "earned"],
  [closing, false, "as said", "earned"],
  [closing, false, "not so", "held"],
  [closing, false, "silence", "back"],
]);
for (const code of [true, false])
  for (const answer of ["as said", "not so", "silence"] as const) table.push(["N", code, answer, "back"]);

describe("the outcome that both sides sign", () => {
  test("has 24 rows", () => expect(table).toHaveLength(24));

  test.each(table)(
    "closed %s, with a code: %s, the customer: %s → the fee is %s",
    async (closing, code, answer, end) => {
      /** The answer, then the clock. */
      const first = (await aClosing(closing, code)).ticket;
      /** The clock too early, the answer five times at once with the clock among them, the clock twice. */
      const second = (await aClosing(closing, code)).ticket;
      /** Somebody with the bare link says the opposite first; the clock, then a late answer, which is refused. */
      const third = (await aClosing(closing, code)).ticket;
      if (answer !== "silence") await say(first, closing, answer);
      await settleOutcomes();
      if (answer !== "silence") {
        const all = Array.from({ length: 5 }, () => say(second, closing, answer));
        await Promise.all([...all, unitOfWork(settleOutcomes)]);
      }
      const contrary = answer === "not so" ? "as said" : "not so";
      await answerOutcome(asVisitor(), inputOf(third, closing, contrary));
      if (answer !== "silence") await say(third, closing, answer);
      moveClock(48 * hour);
      await Promise.all([unitOfWork(settleOutcomes), unitOfWork(settleOutcomes)]);
      await settleOutcomes();
      for (const ticket of [first, second, third]) {
        expect(await endOf(ticket)).toBe(end);
        const late = say(ticket, closing, contrary);
        await expect(late).rejects.toMatchObject({ key: answer === "silence" ? "outcome.over" : "outcome.given" });
        expect(await endOf(ticket)).toBe(end);
      }
      expect(await ledgerFaults()).toEqual([]);
    },
  );

  test("silence is not counted against the center, and a case decides what is held, for good", async () => {
    const silent = await aClosing("E", false);
    const earned = (await aClosing("D", true)).ticket;
    const back = (await aClosing("R", true)).ticket;
    for (const [ticket, closing] of [
      [earned, "D"],
      [back, "R"],
    ] as const)
      await say(ticket, closing, "not so");
    moveClock(48 * hour);
    await settleOutcomes();
    expect(
      await rows(sql`select event from history where subject = 'center' and subject_id = ${silent.center.id}`),
    ).toEqual([]);
    const decide = async ({ id }: Ticket, decision: string) => {
      const { id: caseId } = (await row<{ id: string }>(sql`select id from cases where ticket_id = ${id}`))!;
      await decideCase(asAdmin(await anAdmin()), DecideCase.parse({ caseId, decision, reason: "Called both" }));
    };
    await decide(earned, "earned");
    await decide(back, "returned");
    await till.work();
    expect(await feeStateOf(earned.id)).toBe("earned");
    expect(await fresh(back)).toMatchObject({ isPaidByPublic: false, feeHeldAt: null });
    expect(await ledgerFaults()).toEqual([]);
  });
});

describe("an answer", () => {
  test("counts from a browser that proved the phone, an OTP, or the link sent to it; a bare link's is only shown", async () => {
    const { ticket: bare } = await aClosing("E", false);
    await answerOutcome(asVisitor(), inputOf(bare, "E", "as said"));
    expect(await feeStateOf(bare.id)).toBe("held");
    expect((await trackTicket(asVisitor(), bare.publicId)).outcome).toMatchObject({
      open: false,
      answer: { came: true, counts: false },
    });
    expect((await trackTicket(asVisitor(bare.phone), bare.publicId)).outcome).toMatchObject({ open: true });
    const { ticket: otp } = await aClosing("E", false);
    const proof = await aProof({ phone: otp.phone });
    await answerOutcome(asVisitor(), inputOf(otp, "E", "as said", proof));
    expect(await feeStateOf(otp.id)).toBe("earned");
    const { ticket: other, center } = await aClosing("E", false);
    const wrong = answerOutcome(asVisitor(), inputOf(other, "E", "as said", await aProof({ phone: otp.phone })));
    await expect(wrong).rejects.toMatchObject({ key: "otp.proofNeeded" });
    const [token] = links.get(other.id)!;
    expect(await outcomeOfLink(token!)).toMatchObject({ number: other.ticketId, outcome: { open: true } });
    const byLink = AnswerOutcomeByLink.parse({ token, came: "yes", paid: "1,250.50" });
    await answerOutcomeByLink(asVisitor(), byLink);
    await answerOutcomeByLink(asVisitor(), byLink);
    expect(await feeStateOf(other.id)).toBe("earned");
    const contrary = AnswerOutcomeByLink.parse({ token, came: "no" });
    await expect(answerOutcomeByLink(asVisitor(), contrary)).rejects.toMatchObject({ key: "outcome.given" });
    expect((await trackTicket(asVisitor(other.phone), other.publicId)).outcome?.answer?.paidPaise).toBe(125_050);
    for (const actor of [asVisitor(), asCenter(center)])
      expect((await trackTicket(actor, other.publicId)).outcome?.answer?.paidPaise).toBeNull();
    await expect(outcomeOfLink("guessed")).rejects.toMatchObject({ kind: "missing", key: "outcome.noLink" });
  });

  test("is never given by a center, its technician or an admin, nor in a browser where one is signed in", async () => {
    const { ticket, center, technician } = await aClosing("E", false);
    const input = inputOf(ticket, "E", "as said");
    const [token] = links.get(ticket.id)!;
    const byLink = AnswerOutcomeByLink.parse({ token, came: "yes" });
    for (const actor of [asCenter(center), asTechnician(technician), asAdmin()]) {
      await expect(answerOutcome(actor, input)).rejects.toMatchObject({ kind: "denied" });
      await expect(answerOutcomeByLink(actor, byLink)).rejects.toMatchObject({ kind: "denied" });
    }
    const signedIn = [asCenter(center)];
    for (const visitor of [asVisitor(), asVisitor(ticket.phone)]) {
      await expect(answerOutcome(visitor, { ...input, signedIn })).rejects.toMatchObject({ key: "outcome.signedIn" });
      await expect(answerOutcomeByLink(visitor, { ...byLink, signedIn })).rejects.toMatchObject({
        key: "outcome.signedIn",
      });
    }
    expect(await feeStateOf(ticket.id)).toBe("held");
    expect(await rows(sql`select 1 from outcome_answers where ticket_id = ${ticket.id}`)).toEqual([]);
  });

  test("is never given in a browser where somebody of its center, or a technician of it, was signed in", async () => {
    const { ticket, center, technician } = await aClosing("E", false);
    const input = inputOf(ticket, "E", "as said");
    const byLink = AnswerOutcomeByLink.parse({ token: links.get(ticket.id)![0], came: "yes" });
    const knownAs = async (kind: "center" | "technician", subjectId: string) => {
      const { token } = await openSession({ kind, subjectId, via: "cookie", address: anAddress() });
      return { knownAs: await knownAccounts([hashToken(token)]) };
    };
    const visitor = asVisitor(ticket.phone);
    for (const browser of [await knownAs("center", center.id), await knownAs("technician", technician.id)]) {
      const refused = { kind: "denied", key: "outcome.centersBrowser" };
      await expect(answerOutcome(visitor, { ...input, ...browser })).rejects.toMatchObject(refused);
      await expect(answerOutcomeByLink(visitor, { ...byLink, ...browser })).rejects.toMatchObject(refused);
    }
    // Whoever works for another center is this one's customer.
    await answerOutcome(visitor, { ...input, ...(await knownAs("center", (await aCenter()).id)) });
    expect(await feeStateOf(ticket.id)).toBe("earned");
  });

  test("says whether the work is done where the closing says so, and is asked of closed requests alone", async () => {
    const { ticket } = await aClosing("D", true);
    const input = AnswerOutcome.parse({ ticketId: ticket.publicId, came: "yes" });
    await expect(answerOutcome(asVisitor(ticket.phone), input)).rejects.toMatchObject({ key: "outcome.done" });
    const { ticket: live } = await aPaidJob(till);
    const early = answerOutcome(asVisitor(live.phone), inputOf(live, "D", "as said"));
    await expect(early).rejects.toMatchObject({ key: "outcome.noQuestion" });
    expect((await trackTicket(asVisitor(live.phone), live.publicId)).outcome).toBeNull();
  });

  test("of a request without a fee moves nothing; a contradiction is a case", async () => {
    const { ticket } = await aClosedJob();
    await say(ticket, "D", "not so");
    expect(await row(sql`select cause from cases where ticket_id = ${ticket.id}`)).toEqual({ cause: "not_so" });
    expect(await rows(sql`select 1 from transfers where ticket_id = ${ticket.id}`)).toEqual([]);
    expect(links.get(ticket.id)).toBeUndefined();
  });
});

test("the question is sent after the closing where it is about a fee, and once more after 24 hours without an answer", async () => {
  const { ticket: silent } = await aClosing("E", false);
  const { ticket: answered } = await aClosing("R", true);
  const { ticket: missed } = await aClosing("N", false);
  await say(answered, "R", "as said");
  moveClock(24 * hour - minute);
  await remindOfOutcomes();
  expect(links.get(silent.id)).toHaveLength(1);
  moveClock(minute);
  await Promise.all([unitOfWork(remindOfOutcomes), unitOfWork(remindOfOutcomes)]);
  await remindOfOutcomes();
  expect(links.get(silent.id)).toHaveLength(2);
  expect(links.get(answered.id)).toHaveLength(1);
  expect(links.get(missed.id)).toBeUndefined();
  // Both links work.
  await answerOutcomeByLink(asVisitor(), AnswerOutcomeByLink.parse({ token: links.get(silent.id)![0], came: "yes" }));
  expect(await feeStateOf(silent.id)).toBe("earned");
});

test("a question that cannot be settled blocks none of those after it, and is settled by a later run", async () => {
  const tickets = [];
  for (let count = 0; count < 3; count += 1) tickets.push((await aClosing("E", false)).ticket);
  const [first, second, third] = tickets.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const orderOf = ({ id }: Ticket) => sql`select id from orders where ticket_id = ${id}`;
  await asOwner(sql`create table unsettled as ${orderOf(first!)} union ${orderOf(second!)}`);
  await asOwner(`create function refuse_refund() returns trigger language plpgsql security definer as $$ begin
      if exists (select from unsettled u where u.id = new.order_id) then raise 'the refund cannot be written'; end if;
      return new; end $$`);
  await asOwner("create trigger refuse_refund before insert on refunds for each row execute function refuse_refund()");
  moveClock(48 * hour);
  await settleOutcomes(1);
  expect([await endOf(first!), await endOf(second!), await endOf(third!)]).toEqual(["unclear", "unclear", "back"]);
  await asOwner("drop trigger refuse_refund on refunds");
  await settleOutcomes(1);
  expect([await endOf(first!), await endOf(second!)]).toEqual(["back", "back"]);
});

test(
  "closings that lie earn nothing: no fee of an unserved visit is earned whose customer says so",
  async () => {
    const lies = [
      "done by an admin",
      "not approved",
      "not repairable",
      "not found",
      "guessed code",
      "picture",
    ] as const;
    const unserved: Ticket[] = [];
    for (let count = 0; count < closings; count += 1) {
      const { center, ticket, technician } = await aPaidJob(till);
      const lie = lies[count % lies.length]!;
      if (lie === "picture" || lie === "guessed code")
        await addOnsitePicture(asCenter(center), { ticketId: ticket.publicId, upload: await aPhoto() });
      if (lie === "guessed code")
        for (let tries = 0; tries < 3; tries += 1) {
          const code = String(randomInt(1_000, 10_000));
          await unitOfWork(() => closeAs(center, ticket, { amount: 500, closeRemarks: paid, code })).catch(({ kind }) =>
            expect(["invalid", "conflict"]).toContain(kind),
          );
        }
      if (lie === "not found") await closeWithoutCustomer(asTechnician(technician), ticket);
      const closing = lie === "done by an admin" || lie === "guessed code" ? "D" : lie === "not repairable" ? "R" : "E";
      if ((await fresh(ticket)).status !== "CLOSED")
        await (closing === "D"
          ? closeTicket(
              asAdmin(),
              AdminCloseTicket.parse({ ticketId: ticket.publicId, amount: 500, closeRemarks: paid }),
            )
          : closeAs(center, ticket, { closeRemarks: remarks[closing] }));
      await expect(closeAs(center, ticket, { closeRemarks: remarks.E })).rejects.toMatchObject({ kind: "conflict" });
      // The center says yes itself, twice, as all it is.
      const yes = inputOf(ticket, closing, "as said");
      for (const actor of [asCenter(center), asTechnician(technician)])
        await expect(answerOutcome(actor, yes)).rejects.toMatchObject({ kind: "denied" });
      await expect(
        answerOutcome(asVisitor(ticket.phone), { ...yes, signedIn: [asCenter(center)] }),
      ).rejects.toMatchObject({ kind: "denied" });
      await answerOutcome(asVisitor(), yes);
      await say(ticket, closing, "not so");
      unserved.push(ticket);
    }
    moveClock(48 * hour);
    await settleOutcomes();
    const ends: string[] = [];
    for (const ticket of unserved) ends.push(await endOf(ticket));
    expect(ends).toEqual(unserved.map(() => "held"));
    const ids = unserved.map(({ id }) => id);
    const earned = await row(
      sql`select coalesce(sum(e.amount_paise), 0)::int as paise from transfers t join entries e on e.transfer_id = t.id
      join accounts a on a.id = e.account_id and a.kind = 'booking_fee_income' where t.ticket_id = any(${ids}::uuid[])`,
    );
    expect(earned).toEqual({ paise: 0 });
    expect(await ledgerFaults()).toEqual([]);
  },
  120_000 + closings * 2_000,
);
