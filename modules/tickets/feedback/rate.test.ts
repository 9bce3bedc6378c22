import { sql } from "kysely";
import { expect, test } from "vitest";
import { rememberVisitor, spendProof, visitorOf } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { day, fromNow, minute, now } from "#modules/kernel/clock.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aPhone,
  aProof,
  asAdmin,
  asCenter,
  asOnboarder,
  asTechnician,
  asVisitor,
  aTechnician,
  aTicket,
} from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { aClosedJob, aJob, fresh } from "#modules/testing/work.ts";
import { rateTicket, submitFeedback, ticketClosed } from "../index.ts";
import { ticketStatuses } from "../labels.ts";
import { RateTicket } from "../shared.ts";
import type { Ticket } from "../ticket.entity.ts";

openDatabase();

/*
 * Who may rate (fixed point 15): the customer, by a browser that verified the phone or by a proof; not a holder of the
 * link alone, and never the center that did the work, whatever it has verified.
 */

const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "ok",
    (error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      return `${error.kind}: ${error.key}`;
    },
  );

test("R094 0 to 5 stars, once and final, for a closed ticket", async () => {
  for (const rating of ["", null, "six", -1, 6, 2.5]) {
    expect(RateTicket.safeParse({ ticketId: "x", rating }).error?.issues[0]).toMatchObject({ message: "rating.range" });
  }
  expect(RateTicket.parse({ ticketId: "x", rating: "0" }).rating).toBe(0);
  const { ticket } = await aClosedJob();
  const rate = (rating: number) => rateTicket(asVisitor(ticket.phone), { ticketId: ticket.publicId, rating });
  const outcomes = await Promise.all([0, 3, 5].map((rating) => unitOfWork(() => outcomeOf(rate(rating)))));
  expect(outcomes.filter((one) => one === "ok")).toHaveLength(1);
  expect(await outcomeOf(rate(5))).toBe("conflict: rating.given");
  expect(
    await rows(sql`select 1 from history where subject_id = ${ticket.id} and event = 'ticket.rated'`),
  ).toHaveLength(1);
});

const states: Record<string, (ticket: Partial<Ticket>) => Promise<Ticket>> = {
  ...Object.fromEntries(
    ticketStatuses.map((status) => [
      status,
      (ticket: Partial<Ticket>) => aTicket({ ...ticket, status, ...(status === "CLOSED" && { closedAt: now() }) }),
    ]),
  ),
  "CLOSED a year ago": (ticket) => aTicket({ ...ticket, status: "CLOSED", closedAt: fromNow(-365 * day) }),
  "CLOSED and rated": (ticket) => aTicket({ ...ticket, status: "CLOSED", closedAt: now(), starRating: 2 }),
  deleted: (ticket) => aTicket({ ...ticket, status: "CLOSED", closedAt: now(), deletedAt: now() }),
};

/** The answer to an entitled rater in each ticket state. */
const sayings: Record<string, string> = {
  CLOSED: "ok",
  "CLOSED a year ago": "ok",
  "CLOSED and rated": "conflict: rating.given",
  deleted: "missing: ticket.notFound",
};

type Job = { phone: string; center: { id: string }; technician: { id: string } };
type Asking = { actor: Actor; proof?: string };

const link = "unauthenticated: otp.proofMissing";
const worthless = "denied: otp.proofNeeded";
const signedIn = "denied: otp.proofMissing";
const own = "denied: rating.ownWork";

async function aUsedProof(phone: string) {
  const proof = await aProof({ phone });
  await transaction(() => spendProof(asVisitor(), { phone, purpose: "booking", proof }));
  return proof;
}

/** A technician moves to another center; the work still counts as theirs. */
const moved = async ({ technician }: Job) => {
  await rows(sql`update technicians set center_id = ${(await aCenter()).id} where id = ${technician.id}`);
  return asTechnician(technician);
};
const mateOf = async ({ center }: Job) => asTechnician(await aTechnician({ centerId: center.id }));
const good = (phone: string) => aProof({ phone });

/** Everybody who may come with a ticket's link, and the answer each gets for a ticket that can be rated. */
const askers: Record<string, { expected: string; come: (job: Job) => Promise<Asking> }> = {
  "the browser that proved the phone": { expected: "ok", come: async ({ phone }) => ({ actor: asVisitor(phone) }) },
  "a browser that proved several phones": {
    expected: "ok",
    come: async ({ phone }) => ({ actor: asVisitor(aPhone(), phone) }),
  },
  "that browser with a proof that is over": {
    expected: "ok",
    come: async ({ phone }) => ({ actor: asVisitor(phone), proof: await aUsedProof(phone) }),
  },
  "a proof of the phone": {
    expected: "ok",
    come: async ({ phone }) => ({ actor: asVisitor(), proof: await good(phone) }),
  },
  "a proof made for tracking": {
    expected: "ok",
    come: async ({ phone }) => ({ actor: asVisitor(), proof: await aProof({ phone, purpose: "tracking" }) }),
  },
  "the link alone": { expected: link, come: async () => ({ actor: asVisitor() }) },
  "the link and an empty proof": { expected: link, come: async () => ({ actor: asVisitor(), proof: "" }) },
  "another customer's browser": { expected: link, come: async () => ({ actor: asVisitor(aPhone()) }) },
  "a browser that forgot the phone": {
    expected: link,
    come: async ({ phone }) => {
      const { token } = await rememberVisitor({ phone });
      await rows(sql`update visitor_phones set proved_at = proved_at - interval '91 days' where phone = ${phone}`);
      return { actor: { ...asVisitor(), ...(await visitorOf(token)) } };
    },
  },
  "a made-up proof": { expected: worthless, come: async () => ({ actor: asVisitor(), proof: "made-up" }) },
  "another phone's proof": {
    expected: worthless,
    come: async () => ({ actor: asVisitor(), proof: await good(aPhone()) }),
  },
  "another customer's browser and proof": {
    expected: worthless,
    come: async () => {
      const phone = aPhone();
      return { actor: asVisitor(phone), proof: await good(phone) };
    },
  },
  ...Object.fromEntries(
    (["registration", "center_login", "onboarder_login", "password_reset"] as const).map((purpose) => [
      `a proof made for ${purpose}`,
      {
        expected: worthless,
        come: async ({ phone }: Job) => ({ actor: asVisitor(), proof: await aProof({ phone, purpose }) }),
      },
    ]),
  ),
  "a used proof": {
    expected: worthless,
    come: async ({ phone }) => ({ actor: asVisitor(), proof: await aUsedProof(phone) }),
  },
  "an expired proof": {
    expected: worthless,
    come: async ({ phone }) => ({
      actor: asVisitor(),
      proof: await aProof({ phone, expiresAt: fromNow(-minute) }),
    }),
  },
  "its center": { expected: own, come: async ({ center }) => ({ actor: asCenter(center) }) },
  "its center with the customer's proof": {
    expected: own,
    come: async ({ center, phone }) => ({ actor: asCenter(center), proof: await good(phone) }),
  },
  "its technician": { expected: own, come: async ({ technician }) => ({ actor: asTechnician(technician) }) },
  "its technician with the customer's proof": {
    expected: own,
    come: async ({ technician, phone }) => ({ actor: asTechnician(technician), proof: await good(phone) }),
  },
  "its technician, who works elsewhere now": { expected: own, come: async (job) => ({ actor: await moved(job) }) },
  "another technician of its center": { expected: own, come: async (job) => ({ actor: await mateOf(job) }) },
  "another technician of its center with the customer's proof": {
    expected: own,
    come: async (job) => ({ actor: await mateOf(job), proof: await good(job.phone) }),
  },
  "another center": { expected: signedIn, come: async () => ({ actor: asCenter(await aCenter()) }) },
  "another center's technician": {
    expected: signedIn,
    come: async () => ({ actor: asTechnician(await aTechnician()) }),
  },
  "a customer who is another center": {
    expected: "ok",
    come: async ({ phone }) => ({ actor: asCenter(await aCenter()), proof: await good(phone) }),
  },
  "an onboarder": { expected: signedIn, come: async ({ center }) => ({ actor: asOnboarder(center) }) },
  "a SUPER_ADMIN": { expected: signedIn, come: async () => ({ actor: asAdmin() }) },
  "an admin who may edit tickets": {
    expected: signedIn,
    come: async () => ({ actor: asAdmin(undefined, { permissions: ["edit_ticket.full_access", "add_ticket"] }) }),
  },
  "the client's admin": {
    expected: signedIn,
    come: async ({ center }) => ({ actor: asAdmin(undefined, { permissions: ["add_ticket"], clientId: center.id }) }),
  },
};

test.each(Object.keys(states))(
  "a ticket that is %s x everybody: only its customer rates, and a refused proof stays unused",
  async (state) => {
    for (const [name, asker] of Object.entries(askers)) {
      const center = await aCenter();
      const technician = await aTechnician({ center });
      const before = await states[state]!({ centerId: center.id, technicianId: technician.id });
      const { actor, proof } = await asker.come({ phone: before.phone, center, technician });
      const unused = () =>
        rows(sql`select token_hash from otp_proofs where used_at is null and expires_at > ${now()} order by 1`);
      const unusedBefore = await unused();
      const outcome = await outcomeOf(rateTicket(actor, { ticketId: before.publicId, rating: 5, proof }));
      const expected =
        state === "deleted"
          ? sayings.deleted
          : asker.expected === "ok"
            ? (sayings[state] ?? "conflict: rating.closedOnly")
            : asker.expected;
      expect(outcome, `${name}, ${state}`).toBe(expected);
      const { starRating } = await fresh(before);
      expect(starRating, `${name}, ${state}`).toBe(outcome === "ok" ? 5 : (before.starRating ?? null));
      if (outcome !== "ok") expect(await unused(), `${name}, ${state}`).toEqual(unusedBefore);
    }
  },
);

test("a proof gives one rating, and two at once with one proof as well", async () => {
  const phone = aPhone();
  const one = (await aClosedJob({ phone })).ticket;
  const two = (await aClosedJob({ phone })).ticket;
  const proof = await aProof({ phone });
  const outcomes = await Promise.all(
    [one, two].map((ticket) =>
      unitOfWork(() => outcomeOf(rateTicket(asVisitor(), { ticketId: ticket.publicId, rating: 4, proof }))),
    ),
  );
  expect(outcomes.sort()).toEqual([worthless, "ok"]);
});

test("five tries an hour of the customer are counted for a ticket; those of others are not", async () => {
  const { ticket } = await aJob();
  const rate = (actor: Actor, proof?: string) =>
    outcomeOf(rateTicket(actor, { ticketId: ticket.publicId, rating: 1, proof }));
  for (let tries = 0; tries < 10; tries += 1) {
    expect(await rate(asVisitor())).toBe(link);
    expect(await rate(asVisitor(), "made-up")).toBe(worthless);
  }
  for (let tries = 0; tries < 5; tries += 1)
    expect(await rate(asVisitor(ticket.phone))).toBe("conflict: rating.closedOnly");
  expect(await rate(asVisitor(ticket.phone))).toBe("limited: error.tooMany");
});

const links = new Map<string, string>();
hear(ticketClosed, async ({ ticketId, feedbackTokenSealed }) => {
  links.set(ticketId, unseal(feedbackTokenSealed));
});

test("the link of the customer's message is enough for the five answers, but not for the center that did the work", async () => {
  const { center, technician, ticket } = await aClosedJob();
  const mate = await aTechnician({ center });
  const answers = [9, 8, 7, 10, 9].map((answer) => ({ question: undefined, answer }));
  const answer = (actor: Actor, signedIn?: { id: string }) =>
    outcomeOf(
      submitFeedback(actor, {
        token: links.get(ticket.id)!,
        answers,
        ...(signedIn && { signedIn: asCenter(signedIn) }),
      }),
    );
  for (const actor of [asCenter(center), asTechnician(technician), asTechnician(mate)])
    expect(await answer(actor)).toBe(own);
  // In the center's own browser, the customer is a person who verified the phone there.
  expect(await answer(asVisitor(), center)).toBe(own);
  expect(await answer(asVisitor(aPhone()), center)).toBe(own);
  expect(await rows(sql`select 1 from feedbacks where ticket_id = ${ticket.id}`)).toEqual([]);
  expect(await answer(asVisitor(ticket.phone), center)).toBe("ok");

  for (const [actor, signedIn] of [
    [asVisitor()],
    [asVisitor(), await aCenter()],
    [asCenter(await aCenter())],
    [asTechnician(await aTechnician())],
  ] as const) {
    const closed = await aClosedJob();
    const token = links.get(closed.ticket.id)!;
    expect(
      await outcomeOf(submitFeedback(actor, { token, answers, ...(signedIn && { signedIn: asCenter(signedIn) }) })),
    ).toBe("ok");
  }
});
