import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { freezeClock, fromIst, resetClock } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  anAdmin,
  aPincode,
  aPriceList,
  aService,
  asAdmin,
  asCenter,
  asVisitor,
} from "#modules/testing/factories.ts";
import { fc, property } from "#modules/testing/property.ts";
import { fresh } from "#modules/testing/work.ts";
import { joiningBonus, walletBalance } from "#modules/wallet/index.ts";
import {
  acceptBroadcast,
  cancelTicket,
  changeOwnTime,
  chooseWindow,
  listBroadcasts,
  proposeForCenter,
  proposeWindows,
  rejectBroadcast,
  trackTicket,
  withdrawProposal,
} from "../index.ts";
import { choiceUntil } from "../proposals/choice-time.ts";
import { expireProposal } from "../proposals/expire.ts";
import { ChangeTime, type ChooseWindow, ProposeWindows } from "../shared.ts";

openDatabase();

/** A Friday morning; a center with the usual hours has one seat in each window. */
const early = () => freezeClock(fromIst("2026-11-27", "08:30"));
beforeAll(async () => {
  early();
  await aPriceList();
});
beforeEach(early);
afterEach(resetClock);

const monday = (time: string) => fromIst("2026-11-30", time);
const ten = monday("10:00");
const noon = monday("12:00");
const two = monday("14:00");

/** Two centers that are offered the same requests. */
async function aPlace({ paid = false } = {}) {
  const service = await aService();
  const pincode = aPincode();
  const one = await aCenter({ services: [service], pincodes: [pincode] });
  const other = await aCenter({ services: [service], pincodes: [pincode] });
  const offered = async () => {
    const { ticket, broadcasts } = await aBroadcastTicket([one, other], {
      paid,
      serviceId: service.id,
      pincode,
      timePreferenceType: "SPECIFIC_DATE_AND_TIME",
      specificDateTime: ten,
    });
    const offerOf = (center: { id: string }) => broadcasts.find(({ centerId }) => centerId === center.id)!.id;
    return { ticket, ofOne: offerOf(one), ofOther: offerOf(other), customer: asVisitor(ticket.phone) };
  };
  return { one, other, offered };
}

const stateOf = async (ticketId: string) =>
  (
    await rows<{ status: string; center: string | null; at: Date; seats: number }>(
      sql`select t.status, t.center_id as center, t.specific_date_time as at,
            (select count(*)::int from appointments a where a.ticket_id = t.id and a.ended_at is null) as seats
       from tickets t where t.id = ${ticketId}`,
    )
  )[0]!;

const outcomes = (ticketId: string) =>
  rows<{ outcome: string | null }>(
    sql`select outcome from proposals where ticket_id = ${ticketId} order by created_at, id`,
  ).then((stored) => stored.map(({ outcome }) => outcome));

const keyOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "done",
    (error: { key?: string }) => error.key ?? String(error),
  );

test("what a center proposes reserves nothing; its customer's choice gives it the request at that time", async () => {
  const { one, other, offered } = await aPlace();
  const { ticket, ofOne, ofOther, customer } = await offered();
  const proposal = await proposeWindows(asCenter(one), { broadcastId: ofOne, windows: [noon, two] });
  await proposeWindows(asCenter(other), { broadcastId: ofOther, windows: [two] });
  expect(proposal.expiresAt).toEqual(fromIst("2026-11-27", "09:30"));
  expect(await rows(sql`select 1 from window_seats where taken > 0 and center_id in (${one.id}, ${other.id})`)).toEqual(
    [],
  );
  const [row] = (await listBroadcasts(asCenter(one), { id: ofOne })).rows;
  expect(row).toMatchObject({ mayPropose: false, proposed: { until: proposal.expiresAt } });

  const seen = (await trackTicket(customer, ticket.publicId)).proposals!;
  expect(seen.proposals.map(({ windows }) => windows.map(({ from }) => from))).toEqual([[noon, two], [two]]);
  const byLink = (await trackTicket(asVisitor(), ticket.publicId)).proposals!;
  expect(byLink).toEqual({ centers: 2, until: seen.until, busyUntil: null, proposals: [] });

  const choice = { ticketId: ticket.publicId, proposalId: proposal.id, at: two };
  expect(await chooseWindow(customer, choice)).toEqual({ accepted: true });
  expect(await chooseWindow(customer, choice)).toEqual({ accepted: true });
  expect(await stateOf(ticket.id)).toEqual({ status: "ACCEPTED", center: one.id, at: two, seats: 1 });
  expect(await outcomes(ticket.id)).toEqual(["chosen", "over"]);
  expect(await keyOf(chooseWindow(customer, { ...choice, at: noon }))).toBe("proposal.ended");
  expect((await trackTicket(customer, ticket.publicId)).proposals).toBeNull();
});

test("only who proved the phone chooses, only of that request, and only what was proposed", async () => {
  const { one, offered } = await aPlace();
  const { ticket, ofOne, customer } = await offered();
  const stranger = await offered();
  const { id: proposalId } = await proposeWindows(asCenter(one), { broadcastId: ofOne, windows: [noon] });
  const choose = (actor: Parameters<typeof chooseWindow>[0], more: Partial<ChooseWindow> = {}) =>
    keyOf(chooseWindow(actor, { ticketId: ticket.publicId, proposalId, at: noon, ...more }));
  expect(await choose(asVisitor())).toMatch(/^otp\./);
  expect(await choose(stranger.customer)).toMatch(/^otp\./);
  expect(await choose(asCenter(one))).toBe("permission.denied");
  expect(await choose(stranger.customer, { ticketId: stranger.ticket.publicId })).toBe("proposal.notFound");
  expect(await choose(customer, { at: two })).toBe("proposal.notFound");
  expect((await stateOf(ticket.id)).status).toBe("PENDING");
});

test("a center proposes one to three of its free windows for its own open offer, three times at most", async () => {
  const { one, other, offered } = await aPlace();
  const { ticket, ofOne, ofOther } = await offered();
  const propose = (windows: Date[], broadcastId = ofOne) =>
    keyOf(proposeWindows(asCenter(one), { broadcastId, windows }));
  const fields = (windows: unknown) =>
    ProposeWindows.safeParse({ broadcastId: ofOne, windows }).error?.issues[0]?.message;
  const times = ["10:00", "12:00", "14:00", "16:00"].map((time) => `2026-11-30T${time}`);
  expect([fields(times), fields([]), fields(undefined), fields(times.slice(0, 3)), fields(times[0])]).toEqual([
    "proposal.most",
    "proposal.choose",
    "proposal.choose",
    undefined,
    undefined,
  ]);
  expect(await propose([noon], ofOther)).toBe("broadcast.notFound");
  expect(await propose([fromIst("2026-11-29", "12:00")])).toBe("proposal.notFree");
  expect(await propose([monday("12:30")])).toBe("proposal.notFree");
  expect(await propose([fromIst("2026-11-27", "08:00")])).toBe("proposal.notFree");
  expect(await propose([noon, noon])).toBe("done");
  expect(await propose([noon])).toBe("done");
  expect(await propose([two])).toBe("proposal.running");
  for (let again = 0; again < 2; again += 1) {
    await withdrawProposal(asCenter(one), { broadcastId: ofOne });
    expect(await propose([two])).toBe("done");
  }
  await withdrawProposal(asCenter(one), { broadcastId: ofOne });
  await withdrawProposal(asCenter(one), { broadcastId: ofOne });
  expect(await propose([two])).toBe("proposal.mostTimes");
  await acceptBroadcast(asCenter(other), { broadcastId: ofOther });
  expect(await propose([two])).toBe("broadcast.taken");
  expect(await outcomes(ticket.id)).toEqual(["withdrawn", "withdrawn", "withdrawn"]);
});

test("an admin proposes in a center's name, where it may answer for it", async () => {
  const { one, offered } = await aPlace();
  const { ticket, ofOne } = await offered();
  const permissions = ["edit_ticket.full_access"] as const;
  const admin = asAdmin(await anAdmin({ permissions }), { permissions });
  await proposeForCenter(admin, { broadcastId: ofOne, windows: [noon] });
  expect(
    await keyOf(
      proposeForCenter(asAdmin(await anAdmin({ permissions: [] }), { permissions: [] }), {
        broadcastId: ofOne,
        windows: [noon],
      }),
    ),
  ).toBe("permission.denied");
  expect(await rows(sql`select center_id from proposals where ticket_id = ${ticket.id}`)).toEqual([
    { center_id: one.id },
  ]);
});

test("a window that is taken meanwhile is refused with a sentence, and the other windows stay", async () => {
  const { one, offered } = await aPlace();
  const first = await offered();
  const second = await offered();
  const { id: proposalId } = await proposeWindows(asCenter(one), { broadcastId: first.ofOne, windows: [ten, noon] });
  await acceptBroadcast(asCenter(one), { broadcastId: second.ofOne });
  const choose = (at: Date) => keyOf(chooseWindow(first.customer, { ticketId: first.ticket.publicId, proposalId, at }));
  expect(await choose(ten)).toBe("proposal.windowGone");
  expect(await outcomes(first.ticket.id)).toEqual([null]);
  expect(await choose(noon)).toBe("done");
});

test("a center that may not accept any more is named as gone, and nothing is changed", async () => {
  const { one, offered } = await aPlace();
  const { ticket, ofOne, customer } = await offered();
  const { id: proposalId } = await proposeWindows(asCenter(one), { broadcastId: ofOne, windows: [noon] });
  await rows(sql`update centers set broadcast_disabled = true where id = ${one.id}`);
  expect(await keyOf(chooseWindow(customer, { ticketId: ticket.publicId, proposalId, at: noon }))).toBe(
    "proposal.centerGone",
  );
  expect(await stateOf(ticket.id)).toEqual({ status: "PENDING", center: null, at: ten, seats: 0 });
});

test("the lead price comes from the center's wallet; one too small reserves the request at the chosen time until it is paid", async () => {
  const { one, other, offered } = await aPlace({ paid: true });
  const rich = await offered();
  const poor = await offered();
  await joiningBonus({ centerId: one.id, amountPaise: fromRupees(1_000) });
  const before = await walletBalance(one.id);
  const choose = async (center: typeof one, offer: string, { ticket, customer }: typeof rich) => {
    const { id: proposalId } = await proposeWindows(asCenter(center), { broadcastId: offer, windows: [noon] });
    return chooseWindow(customer, { ticketId: ticket.publicId, proposalId, at: noon });
  };
  expect(await choose(one, rich.ofOne, rich)).toEqual({ accepted: true });
  expect(await walletBalance(one.id)).toBeLessThan(before);
  const left = await proposeWindows(asCenter(one), { broadcastId: poor.ofOne, windows: [two] });
  expect(await choose(other, poor.ofOther, poor)).toMatchObject({
    accepted: false,
    until: fromIst("2026-11-27", "08:40"),
  });
  expect(await stateOf(poor.ticket.id)).toEqual({ status: "PENDING", center: null, at: noon, seats: 0 });
  const busy = { ticketId: poor.ticket.publicId, proposalId: left.id, at: two };
  expect(await keyOf(chooseWindow(poor.customer, busy))).toBe("proposal.busy");
  expect((await trackTicket(poor.customer, poor.ticket.publicId)).proposals?.busyUntil).toEqual(
    fromIst("2026-11-27", "08:40"),
  );
  freezeClock(fromIst("2026-11-27", "08:50"));
  expect(await chooseWindow(poor.customer, busy)).toEqual({ accepted: true });
});

test("a proposal ends with its time, with its offer and with its request", async () => {
  const { one, other, offered } = await aPlace();
  const { ticket, ofOne, ofOther, customer } = await offered();
  const late = await proposeWindows(asCenter(one), { broadcastId: ofOne, windows: [noon] });
  freezeClock(fromIst("2026-11-27", "09:30"));
  expect(await keyOf(chooseWindow(customer, { ticketId: ticket.publicId, proposalId: late.id, at: noon }))).toBe(
    "proposal.ended",
  );
  await unitOfWork(() => expireProposal.run({ proposalId: late.id }));
  await unitOfWork(() => expireProposal.run({ proposalId: late.id }));
  expect(await outcomes(ticket.id)).toEqual(["expired"]);
  await proposeWindows(asCenter(one), { broadcastId: ofOne, windows: [noon] });
  await rejectBroadcast(asCenter(one), { broadcastId: ofOne });
  await proposeWindows(asCenter(other), { broadcastId: ofOther, windows: [noon] });
  await cancelTicket(asAdmin(), { ticketId: ticket.publicId });
  expect(await outcomes(ticket.id)).toEqual(["expired", "over", "over"]);
  const events = await rows<{ event: string }>(
    sql`select event from history where subject_id = ${ticket.id} and event like 'proposal.%' order by at, id`,
  );
  expect(events.map(({ event }) => event)).toEqual([
    "proposal.made",
    "proposal.expired",
    "proposal.made",
    "proposal.made",
  ]);
});

test("while one chooses, others accept: the request goes to one center, and no seat leaks", async () => {
  for (let round = 0; round < 6; round += 1) {
    const { one, other, offered } = await aPlace();
    const { ticket, ofOne, ofOther, customer } = await offered();
    const first = await proposeWindows(asCenter(one), { broadcastId: ofOne, windows: [noon, two] });
    const second = await proposeWindows(asCenter(other), { broadcastId: ofOther, windows: [two] });
    const choose = (proposalId: string, at: Date) =>
      unitOfWork(() => chooseWindow(customer, { ticketId: ticket.publicId, proposalId, at }));
    const answers = await Promise.all(
      [
        () => choose(first.id, noon),
        () => choose(first.id, two),
        () => choose(second.id, two),
        () => unitOfWork(() => acceptBroadcast(asCenter(other), { broadcastId: ofOther })),
      ]
        .toSorted(() => (round % 2 ? 1 : -1))
        .map((attempt) => keyOf(attempt())),
    );
    expect(answers.filter((answer) => answer === "done")).toHaveLength(1);
    expect(await stateOf(ticket.id)).toMatchObject({ status: "ACCEPTED", seats: 1 });
    expect(
      await rows(sql`select sum(taken)::int as taken from window_seats where center_id in (${one.id}, ${other.id})`),
    ).toEqual([{ taken: 1 }]);
    expect(await outcomes(ticket.id)).not.toContain(null);
  }
});

property.prop([fc.integer({ min: 0, max: 7 * 24 * 60 })])(
  "the time to choose is 60 minutes of the hours from 8 to 20",
  (minutes) => {
    const at = new Date(fromIst("2026-11-23").getTime() + minutes * 60_000);
    const until = choiceUntil(at);
    let counted = 0;
    for (let moment = at.getTime(); moment < until.getTime(); moment += 60_000) {
      const time = new Date(moment + 330 * 60_000).toISOString().slice(11, 16);
      if (time >= "08:00" && time < "20:00") counted += 1;
    }
    expect(counted).toBe(60);
    expect(until.getTime() - at.getTime()).toBeLessThanOrEqual(13 * 60 * 60_000);
  },
);

test("a customer who changes the time at once ends what was proposed instead of the old one", async () => {
  const { one, offered } = await aPlace();
  const { ticket, ofOne, customer } = await offered();
  await proposeWindows(asCenter(one), { broadcastId: ofOne, windows: [noon] });
  expect((await trackTicket(customer, ticket.publicId)).proposals?.proposals).toHaveLength(1);
  const change = { ticketId: ticket.publicId, when: "2026-11-30T14:00", version: (await fresh(ticket)).version };
  await changeOwnTime(customer, ChangeTime.parse(change));
  expect((await trackTicket(customer, ticket.publicId)).proposals).toBeNull();
  expect((await stateOf(ticket.id)).at).toEqual(two);
});
