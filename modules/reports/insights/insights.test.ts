import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { eraseConsumer, finishErasure } from "#modules/consumers/index.ts";
import { day, freezeClock, fromIst, fromNow, hour, istDate, minute, now } from "#modules/kernel/clock.ts";
import { pool, row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { queryOn, type Sql } from "#modules/kernel/db/sql.ts";
import { fromRupees, toPaise } from "#modules/kernel/money.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { asOwner, openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  aClient,
  anAcceptedTicket,
  aPincode,
  aService,
  asAdmin,
  aTicket,
} from "#modules/testing/factories.ts";
import { fc, property } from "#modules/testing/property.ts";
import { aClosedJob } from "#modules/testing/work.ts";
import { cancelTicket, clientRequestsList, deleteTicket, requestsList, undoDelete } from "#modules/tickets/index.ts";
import { ticketCreators } from "#modules/tickets/labels.ts";
import { moved, type TransferInput, transfer } from "#modules/wallet/index.ts";
import { checkInsights, countsAreBehind, foldChanges, insights, periodsOf, reportNumbers } from "../index.ts";
import { everybody } from "../policy.ts";
import { spanOf, sumsBy, sumsOf } from "./spans.ts";

openDatabase();

beforeAll(() => freezeClock("2026-11-24T12:00:00+05:30"));

const cli = { kind: "system", name: "test" } as const;
const theYear = { from: "2026-01-01", to: "2026-12-31" };

/** The plain aggregate over the requests themselves, written apart from what the product counts by. */
const plain = (by: Sql, { from, to }: { from: string; to: string }, clientId: string | null) =>
  rows<Record<string, unknown>>(
    sql`select value, count(*)::int as received,
            count(*) filter (where status in ('PENDING', 'ACCEPTED', 'VERIFIED', 'ON_HOLD', 'REJECT'))::int as open,
            count(*) filter (where status = 'PENDING')::int as pending,
            count(*) filter (where status = 'ACCEPTED')::int as accepted,
            count(*) filter (where status = 'CLOSED')::int as closed,
            count(*) filter (where status = 'CANCEL')::int as cancelled,
            count(*) filter (where status = 'CLOSED' and star_rating is not null)::int as rated,
            count(*) filter (where center_id is not null or status = 'CLOSED')::int as taken,
            count(*) filter (where broadcast_at is not null)::int as broadcast,
            count(*) filter (where broadcast_at is not null and escalated_at is not null)::int as unanswered,
            coalesce(sum(closing_price_paise), 0)::float8 as closing_paise,
            coalesce(sum(client_due_paise) filter (where client_id is not null and status <> 'CANCEL'), 0)::float8 as due_paise,
            coalesce(sum(held), 0)::float8 as held_paise, coalesce(sum(earned), 0)::float8 as earned_paise,
            coalesce(sum(refunded), 0)::float8 as refunded_paise
       from (select ${by} as value, t.*,
                    (select sum(amount_paise) from entries e join transfers m on m.id = e.transfer_id
                      join accounts a on a.id = e.account_id
                      where m.ticket_id = t.id and a.kind = 'booking_fees_held') as held,
                    (select sum(amount_paise) from entries e join transfers m on m.id = e.transfer_id
                      join accounts a on a.id = e.account_id
                      where m.ticket_id = t.id and a.kind = 'booking_fee_income') as earned,
                    (select sum(amount_paise) from entries e join transfers m on m.id = e.transfer_id
                      where m.ticket_id = t.id and m.kind = 'booking_fee_refund' and amount_paise > 0) as refunded
               from tickets t
              where t.deleted_at is null and t.created_at >= ${fromIst(from)}
                and t.created_at < ${new Date(fromIst(to).getTime() + day)}
                and (${clientId}::uuid is null or t.client_id = ${clientId})) as all_of
      where value is not null group by 1 order by 1`,
  );

const dimensions = {
  all: sql`''`,
  service: sql`t.service_id::text`,
  city: sql`lower(t.city)`,
  center: sql`t.center_id::text`,
  source: sql`case t.created_by when 'SUPER_ADMIN' then 'admin' when 'PUBLIC' then 'web' when 'PUBLIC_APP' then 'app'
    when 'CENTER' then 'center' else 'qr' end`,
  pincode: sql`t.pincode`,
} as const;

/** Every dimension, of all requests and of each client, over some days, is the plain aggregate to the unit. */
async function expectExact(days: { from: string; to: string }, clients: readonly string[]) {
  for (const clientId of [null, ...clients])
    for (const [dimension, by] of Object.entries(dimensions)) {
      const truth = await plain(by, days, clientId);
      const counted = await sumsBy(clientId ?? everybody, dimension as keyof typeof dimensions, days);
      const shown = counted
        .filter(({ received }) => received > 0)
        .toSorted((one, other) => (one.value < other.value ? -1 : 1))
        .map((sums) =>
          Object.fromEntries(Object.keys(truth[0] ?? { value: "" }).map((name) => [name, sums[name as "open"]])),
        );
      expect({ clientId, dimension, rows: shown }).toEqual({
        clientId,
        dimension,
        rows: truth.toSorted((one, other) => (String(one.value) < String(other.value) ? -1 : 1)),
      });
    }
}

const act = fc.record({
  what: fc.constantFrom(
    ...(["book", "offer", "accept", "close", "cancel", "delete", "undo", "rate", "escalate", "move"] as const),
    ...(["pay", "earn", "refund", "correct", "fold"] as const),
  ),
  which: fc.nat(1_000),
  ago: fc.integer({ min: 0, max: 60 * 24 }),
});

describe("counters", () => {
  const world = async () => ({
    services: [await aService(), await aService()],
    clients: [await aClient(), await aClient()],
    center: await aCenter(),
    pincodes: [aPincode(), aPincode()],
  });
  let made: Awaited<ReturnType<typeof world>>;
  beforeAll(async () => {
    made = await world();
  });

  property.prop([fc.array(act, { minLength: 12, maxLength: 40 })], { numRuns: 8, endOnFailure: true })(
    "are the plain aggregate after any history of bookings, work, money, corrections and deletions",
    async (acts) => {
      const ids: string[] = [];
      const some = <T>(list: readonly T[], which: number) => list[which % list.length]!;
      for (const { what, which, ago } of acts) {
        const id = ids.length > 0 ? some(ids, which) : undefined;
        const ticketFields = {
          createdAt: fromNow(-ago * hour),
          serviceId: some(made.services, which).id,
          city: some(["Bengaluru", "BENGALURU", "Mysuru"], which),
          pincode: some(made.pincodes, which),
          createdBy: some(ticketCreators, which),
          ...(which % 3 === 0 && { clientId: some(made.clients, which).id, clientDuePaise: toPaise(which * 100) }),
        };
        if (what === "book") ids.push((await aTicket(ticketFields)).id);
        if (what === "offer") ids.push((await aBroadcastTicket([made.center], ticketFields)).ticket.id);
        if (what === "accept") ids.push((await anAcceptedTicket(made.center, ticketFields)).id);
        if (what === "fold") await foldChanges();
        if (!id) continue;
        await onOne(what, id, which);
      }
      await foldChanges();
      const clients = made.clients.map((client) => client.id);
      await expectExact(theYear, clients);
      await expectExact({ from: istDate(fromNow(-20 * day)), to: istDate(fromNow(-day)) }, clients);
      expect(await checkInsights()).toBe(0);
    },
    120_000,
  );

  async function onOne(what: string, id: string, which: number) {
    const ticket = await row<{ publicId: string; status: string; deleted: boolean }>(
      sql`select public_id as "publicId", status, deleted_at is not null as deleted from tickets where id = ${id}`,
    );
    const admin = asAdmin();
    const live = ["PENDING", "ACCEPTED"].includes(ticket!.status) && !ticket!.deleted;
    const of = { ticketId: ticket!.publicId };
    if (what === "close" && live)
      await rows(
        sql`update tickets set status = 'CLOSED', closed_at = ${now()}, closing_price_paise = ${which * 100}, version = version + 1 where id = ${id}`,
      );
    if (what === "cancel" && live) await cancelTicket(admin, { ...of, reason: "Not needed" } as never);
    if (what === "delete" && !ticket!.deleted) await deleteTicket(admin, of as never);
    if (what === "undo" && ticket!.deleted) await undoDelete(admin, of);
    if (what === "rate") await rows(sql`update tickets set star_rating = ${which % 6} where id = ${id}`);
    if (what === "escalate") await rows(sql`update tickets set escalated_at = ${now()} where id = ${id}`);
    if (what === "move")
      await rows(sql`update tickets set created_at = created_at - interval '35 days', city = 'Hubli' where id = ${id}`);
    if (what === "correct")
      await rows(
        sql`update tickets set service_id = ${made.services[which % 2]!.id}, client_id = ${which % 2 ? made.clients[0]!.id : null}, pincode = ${made.pincodes[which % 2]} where id = ${id}`,
      );
    const paid = await row(sql`select 1 from transfers where kind = 'booking_fee' and cause = ${id}`);
    const amount = fromRupees(99);
    if (what === "pay")
      await transfer({
        kind: "booking_fee",
        cause: id,
        ticketId: id,
        actor: cli,
        entries: moved(amount, "gateway", "booking_fees_held"),
      });
    const over = await row(
      sql`select 1 from transfers where kind in ('booking_fee_earned', 'booking_fee_refund') and cause = ${id}`,
    );
    if (what === "earn" && paid && !over)
      await transfer({
        kind: "booking_fee_earned",
        cause: id,
        ticketId: id,
        actor: cli,
        entries: moved(amount, "booking_fees_held", "booking_fee_income"),
      });
    if (what === "refund" && paid && !over)
      await transfer({
        kind: "booking_fee_refund",
        cause: id,
        ticketId: id,
        actor: cli,
        entries: moved(amount, "booking_fees_held", "gateway"),
      });
  }

  const received = async () => (await sumsOf(everybody, theYear)).received;

  test("count a request once that was committed after a later one was counted", async () => {
    await foldChanges();
    const before = await received();
    const { id } = await aTicket();
    await foldChanges();
    const late = await pool().connect();
    await late.query("begin");
    await queryOn(
      late,
      sql`insert into tickets select (jsonb_populate_record(t, jsonb_build_object(
         'id', gen_random_uuid(), 'public_id', 'late', 'ticket_id', 'REQ-LATE'))).* from tickets t where id = ${id}`,
    );
    await aTicket();
    await foldChanges();
    expect(await received()).toBe(before + 2);
    await late.query("commit");
    late.release();
    await foldChanges();
    await foldChanges();
    expect(await received()).toBe(before + 3);
  });

  test("count nothing twice when two workers fold at once, and nothing of a folding that did not commit", async () => {
    await foldChanges();
    const before = await received();
    await aTicket();
    await expect(
      transaction(async () => {
        await foldChanges();
        throw new Error("power cut");
      }),
    ).rejects.toThrow("power cut");
    expect(await received()).toBe(before);
    await Promise.all([foldChanges(), foldChanges(), foldChanges()]);
    await foldChanges();
    expect(await received()).toBe(before + 1);
  });

  test("keep their numbers when a customer is erased, who is in none of them", async () => {
    const { ticket } = await aClosedJob({ city: "Madikeri" });
    const at = now();
    const { id } = (await row<{ id: string }>(
      sql`insert into consumers (id, name, phone, country_code, created_at, updated_at)
       values (gen_random_uuid(), 'Meera Nair', ${ticket.phone}, '91', ${at}, ${at}) returning id`,
    ))!;
    await foldChanges();
    const before = await sumsOf(everybody, theYear);
    const erasureId = await eraseConsumer(asAdmin(), { consumerId: id });
    await runJob(finishErasure, { erasureId });
    await foldChanges();
    expect(await sumsOf(everybody, theYear)).toEqual(before);
    expect(await checkInsights()).toBe(0);
  });

  test("are compared with the requests at night; what differs is told and mended", async () => {
    await aTicket();
    await foldChanges();
    const before = await received();
    await rows(sql`update report_counters set received = received + 7 where dimension = 'all'`);
    await rows(sql`delete from report_facts where ticket_id = (select ticket_id from report_facts limit 1)`);
    await rows(sql`insert into report_wallet_days (wallets, day, paise) values ('center', '2026-02-01', 5)`);
    await asOwner("alter table tickets disable trigger user");
    await rows(
      sql`update tickets set city = 'Nowhere' where id = (select id from tickets where deleted_at is null limit 1)`,
    );
    await asOwner("alter table tickets enable trigger user");
    expect(await checkInsights()).toBeGreaterThanOrEqual(4);
    expect(await received()).toBe(before);
    expect(await checkInsights()).toBe(0);
    const checks = await rows<{ differences: number }>(
      sql`select differences from report_checks order by checked_at, id`,
    );
    expect(checks.at(-1)).toEqual({ differences: 0 });
  });
});

test("a year is its months, and days beside them are counted by the day", () => {
  expect(spanOf({ from: "2026-01-01", to: "2026-12-31" })).toEqual([
    "2026-01-01",
    "2026-12-31",
    "2026-01-01",
    "2027-01-01",
  ]);
  expect(spanOf({ from: "2025-11-25", to: "2026-11-24" })).toEqual([
    "2025-11-25",
    "2026-11-24",
    "2025-12-01",
    "2026-11-01",
  ]);
  expect(spanOf({ from: "2026-11-02", to: "2026-11-24" })).toEqual([
    "2026-11-02",
    "2026-11-24",
    "2026-11-25",
    "2026-11-25",
  ]);
});

test("R312, R313 the periods are those of Q68, in days: today in UTC instants, the week from Monday, the month from its first", () => {
  expect(periodsOf("2026-03-01")).toEqual({
    today: {
      name: "today",
      from: "2026-03-01",
      to: "2026-03-01",
      exact: { from: new Date("2026-02-28T18:00:00Z"), to: new Date("2026-03-03T00:00:00Z") },
    },
    thisWeek: { name: "thisWeek", from: "2026-02-23", to: "2026-03-01" },
    lastWeek: { name: "lastWeek", from: "2026-02-16", to: "2026-02-22" },
    thisMonth: { name: "thisMonth", from: "2026-03-01", to: "2026-03-01" },
    lastMonth: { name: "lastMonth", from: "2026-02-01", to: "2026-02-28" },
  });
});

test("every count is the number of rows of the list it opens, for an operator and for a client's admin", async () => {
  const client = await aClient();
  await aTicket({ createdAt: new Date("2026-11-23T18:10:00Z"), clientId: client.id });
  await aTicket({ createdAt: new Date("2026-11-23T17:50:00Z") });
  await aTicket({ createdAt: now(), status: "CANCEL", createdBy: "PUBLIC_APP" });
  await anAcceptedTicket(await aCenter(), { createdAt: now(), clientId: client.id, createdBy: "SUPER_ADMIN" });
  await foldChanges();
  const ofClient = asAdmin(undefined, { clientId: client.id, permissions: ["view_dashboard_full_access"] });
  for (const [actor, list] of [
    [asAdmin(), requestsList],
    [ofClient, clientRequestsList],
  ] as const) {
    const numbers = await reportNumbers(actor);
    expect(numbers.map(({ period }) => period.name)).toEqual([
      "today",
      "thisWeek",
      "lastWeek",
      "thisMonth",
      "lastMonth",
    ]);
    for (const { period, counts, revenue } of numbers) {
      const filter = list.filter.parse(
        period.exact
          ? { from: period.exact.from.toISOString(), to: period.exact.to.toISOString() }
          : { from: period.from, to: period.to },
      );
      const count = async (more: object) => (await list.count!(actor, { ...filter, ...more })).n;
      expect({ name: period.name, ...counts }).toEqual({
        name: period.name,
        received: await count({}),
        closed: await count({ status: "CLOSED" }),
        cancelled: await count({ status: "CANCEL" }),
        accepted: await count({ status: "ACCEPTED" }),
        pending: await count({ status: "PENDING" }),
      });
      for (const [source, n] of Object.entries(revenue.sources)) expect(n).toBe(await count({ source }));
      expect(revenue.total).toBe(counts.received);
    }
  }
  expect((await reportNumbers(ofClient))[0]!.counts.received).toBe(2);
  expect((await reportNumbers(ofClient))[0]!.revenue).toMatchObject({ centersPaise: null, customersPaise: null });
});

test("what was earned in a period is what the ledger says, less what was given back; held money is not", async () => {
  const admin = asAdmin();
  const center = await aCenter();
  const earnedNow = async () => {
    await foldChanges();
    const income = (await reportNumbers(admin)).find(({ period }) => period.name === "thisMonth")!.earned!;
    return [income.booking_fee_income, income.lead_fee_income, income.penalty_income].map(Number);
  };
  const before = await earnedNow();
  const move = (kind: TransferInput["kind"], entries: TransferInput["entries"]) =>
    transfer({ kind, cause: crypto.randomUUID(), actor: cli, entries });
  await transaction(async () => {
    await move("booking_fee", moved(toPaise(9_900), "gateway", "booking_fees_held"));
    await move("booking_fee_earned", moved(toPaise(9_900), "booking_fees_held", "booking_fee_income"));
    await move("booking_fee", moved(toPaise(9_900), "gateway", "booking_fees_held"));
    await move("lead_fee", moved(toPaise(4_900), "gateway", "lead_fee_income"));
    await move("lead_fee_refund", moved(toPaise(4_900), "lead_fee_income", "gateway"));
    await move("wallet_added", moved(toPaise(2_000), "received_by_hand", { centerId: center.id }));
    await move("penalty", moved(toPaise(2_000), { centerId: center.id }, "penalty_income"));
  });
  expect((await earnedNow()).map((paise, at) => paise - before[at]!)).toEqual([9_900, 0, 2_000]);
  const client = await aClient();
  for (const { earned } of await reportNumbers(admin, client.id)) expect(earned).toBeNull();

  await rows(sql`update report_wallet_days set paise = paise + 5 where wallets = 'booking_fee_income'`);
  expect(await checkInsights()).toBeGreaterThan(0);
  expect((await earnedNow())[0]! - before[0]!).toBe(9_900);
});

test("insights of days: steps, times, ages, no response by pincode and hour, groups with the names of the lists", async () => {
  const client = await aClient();
  const actor = asAdmin();
  const center = await aCenter();
  const service = await aService();
  const pincode = aPincode();
  const at = fromIst("2026-11-20", "09:30");
  const ticketFields = {
    clientId: client.id,
    serviceId: service.id,
    pincode,
    city: "new DELHI",
    createdAt: at,
    broadcastAt: at,
  };
  const later = (ms: number) => new Date(at.getTime() + ms);
  for (const minutes of [4, 4, 90])
    await anAcceptedTicket(center, { ...ticketFields, acceptedAt: later(minutes * minute) });
  await aBroadcastTicket([center], { ...ticketFields, escalatedAt: later(15 * minute) });
  await aTicket({ ...ticketFields, broadcastAt: null, bookingFeePaise: fromRupees(99) });
  await anAcceptedTicket(center, {
    ...ticketFields,
    status: "CLOSED",
    closedAt: later(26 * hour),
    acceptedAt: later(5 * minute),
    starRating: 4,
  });
  await foldChanges();
  const days = { from: "2026-11-01", to: "2026-11-24", client: client.id };
  const result = await insights(actor, days);
  expect(result.funnel).toEqual([
    { step: "booked", n: 6 },
    { step: "paid", n: 5 },
    { step: "offered", n: 5 },
    { step: "taken", n: 4 },
    { step: "closed", n: 1 },
    { step: "rated", n: 1 },
  ]);
  expect(result.toAccept).toEqual({ n: 4, p50: 240, p90: 5_400 });
  expect(result.toClose).toEqual({ n: 1, p50: 26 * 3_600, p90: 26 * 3_600 });
  expect(result.noResponse).toEqual({
    offered: 5,
    unanswered: 1,
    pincodes: [{ pincode, offered: 5, unanswered: 1, hours: [{ hour: 9, offered: 5, unanswered: 1 }] }],
  });
  expect(result.ageing.map(({ n }) => n)).toEqual([0, 0, 5, 0, 0]);
  expect(result.services).toMatchObject([{ name: service.serviceName, received: 6, open: 5, closed: 1 }]);
  expect(result.cities).toMatchObject([{ value: "new delhi", name: "New Delhi", received: 6 }]);
  expect(result.centers).toMatchObject([{ value: center.id, name: center.centerName, received: 4 }]);
  expect(result.trend.find(({ from }) => from === "2026-11-20")).toMatchObject({ received: 6, closed: 1 });
  for (const { step, n } of result.funnel.slice(1)) {
    const filter = requestsList.filter.parse({ ...days, reached: step });
    expect((await requestsList.count!(actor, filter)).n, step).toBe(n);
  }
  for (const more of [
    { city: "new delhi", n: 6 },
    { center: center.id, n: 4 },
    { pincode, reached: "unanswered", n: 1 },
    { pincode, reached: "broadcast", n: 5 },
  ]) {
    const { n, ...filter } = more;
    expect((await requestsList.count!(actor, requestsList.filter.parse({ ...days, ...filter }))).n).toBe(n);
  }
});

test("nobody reads the numbers without the permission, and a client's admin only the client's", async () => {
  const days = { from: "2026-11-01", to: "2026-11-24" };
  const without = asAdmin(undefined, { permissions: ["view_ticket.full_access", "view_Wallet"] });
  await expect(reportNumbers(without)).rejects.toMatchObject({ kind: "denied", key: "permission.denied" });
  await expect(insights(without, days)).rejects.toMatchObject({ kind: "denied" });
  const one = await aClient();
  const other = await aClient();
  await aTicket({ clientId: other.id, createdAt: now() });
  await foldChanges();
  const ofOne = asAdmin(undefined, { clientId: one.id, permissions: ["view_dashboard_full_access"] });
  const result = await insights(ofOne, { ...days, client: other.id });
  expect(result.received).toBe(0);
  expect(result.money).toMatchObject({ earnedPaise: null, heldPaise: null, refundedPaise: null, duePaise: 0 });
});

test("numbers that are not whole are told, until all changes are counted", async () => {
  await foldChanges();
  expect(await countsAreBehind()).toBe(false);
  const { id } = await aTicket();
  await rows(sql`insert into report_changes select ${id}::uuid from generate_series(1, 4000)`);
  expect(await countsAreBehind()).toBe(true);
  await foldChanges();
  expect(await countsAreBehind()).toBe(false);
});

test("a city that holds a phone number is listed for who reads phones only", async () => {
  const client = await aClient();
  await aTicket({ clientId: client.id, createdAt: now(), city: "Pune 9812345678" });
  await aTicket({ clientId: client.id, createdAt: now(), city: "Pune" });
  await foldChanges();
  const period = { from: "2026-11-01", to: "2026-11-24", client: client.id };
  const cities = async (actor: Parameters<typeof insights>[0]) =>
    (await insights(actor, period)).cities.map(({ name }) => name).toSorted();
  expect(await cities(asAdmin())).toEqual(["Pune", "Pune 9812345678"]);
  expect(await cities(asAdmin(undefined, { permissions: ["view_dashboard_full_access"] }))).toEqual(["Pune"]);
});
