import { sql } from "kysely";
import { beforeAll, expect, test, vi } from "vitest";
import { defaultOfferCode } from "#modules/catalog/index.ts";
import { getCenter } from "#modules/centers/index.ts";
import { jobs } from "#modules/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { fromIst, now } from "#modules/kernel/clock.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { log } from "#modules/kernel/log.server.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { openTill } from "#modules/testing/payments.ts";
import { cancelTicket, recomputeReasons, storedReasons, ticketOfLink } from "#modules/tickets/index.ts";
import { ledgerFaults, reconcileOrders } from "#modules/wallet/index.ts";
import { clientRequests, customerRequests } from "../demo-data.ts";
import { planVolume, seedVolume, type VolumeResult } from "./seed-volume.ts";

openDatabase();
openTill();

const size = 2_000;
let made: VolumeResult;
beforeAll(async () => {
  made = await unitOfWork(() => seedVolume({ tickets: size, seed: 7 }));
});

const count = async (what: Sql) =>
  (await row<{ count: number }>(sql`select count(*)::int as count from ${what}`))!.count;

/** The requests the demo itself has. */
const ofTheDemo = clientRequests.length + customerRequests.length;

test("as many tickets as asked for, over two years, none in the future", async () => {
  expect(made).toMatchObject({ tickets: size, interrupted: false });
  expect(await count(sql`tickets`)).toBe(size + ofTheDemo);
  expect(await count(sql`tickets where client_id is not null`)).toBeGreaterThan(clientRequests.length);
  expect(await count(sql`tickets where created_at > ${now()}`)).toBe(0);
  const months = await count(sql`(select distinct date_trunc('month', created_at) from tickets) as m`);
  expect(months).toBeGreaterThanOrEqual(24);
  const total = await row<{ count: number }>(
    sql`select sum((xpath('/row/c/text()', query_to_xml('select count(*) as c from ' || name, false, true, '')))[1]::text::int)::int
       as count from unnest(array['tickets', 'broadcasts', 'entries', 'orders', 'invoices']) as name`,
  );
  expect(made.rows).toBeGreaterThan(total!.count);
});

test("all is spread: statuses, creators, services, states, labels", async () => {
  const spread = async (column: string) =>
    (await rows<{ value: string }>(sql`select distinct ${sql.ref(column)} as value from tickets`)).map(
      ({ value }) => value,
    );
  for (const status of ["PENDING", "ACCEPTED", "CLOSED", "CANCEL"]) expect(await spread("status")).toContain(status);
  expect(await spread("created_by")).toHaveLength(6);
  expect(await spread("broadcast_status")).toHaveLength(4);
  expect((await spread("service_id")).length).toBeGreaterThan(6);
  expect((await spread("state")).length).toBeGreaterThan(1);
  expect(await spread("offer_code")).toEqual([defaultOfferCode()]);
  expect(await count(sql`tickets where not service_available`)).toBeGreaterThan(0);
  expect(await count(sql`tickets where revisit_of is not null`)).toBeGreaterThan(0);
  expect(await count(sql`tickets where rebook_of is not null`)).toBeGreaterThan(0);
  expect(await count(sql`tickets where name ~ '[ऀ-ॿ]'`)).toBeGreaterThan(0);
});

test("the ledger balances: transfers sum to zero, cached balances are the sums of their entries", async () => {
  expect(await ledgerFaults()).toEqual([]);
  expect(await count(sql`entries`)).toBeGreaterThan(size);
  expect(await count(sql`accounts where kind = 'center_wallet' and balance_paise > 0`)).toBeGreaterThan(5);
  // In chronological order, each entry of a wallet continues the previous balance.
  const broken = await rows(
    sql`select from (select balance_after_paise, amount_paise,
        lag(balance_after_paise, 1, 0::bigint) over (partition by account_id order by created_at, id) as before
       from entries where balance_after_paise is not null) as e where balance_after_paise <> before + amount_paise`,
  );
  expect(broken).toEqual([]);
});

test("fees are held while a ticket is open, earned when it closed, returned when it was called off", async () => {
  const wrong = await rows(
    sql`select t.id, t.status from tickets t join orders o on o.ticket_id = t.id and o.purpose = 'booking_fee'
       left join transfers earned on earned.kind = 'booking_fee_earned' and earned.order_id = o.id
       left join transfers back on back.kind = 'booking_fee_refund' and back.order_id = o.id
      where o.status = 'paid' and ((t.status = 'CLOSED') <> (earned.id is not null)
         or (t.status = 'CANCEL' and back.id is null) or t.is_paid_by_public <> (back.id is null))`,
  );
  expect(wrong).toEqual([]);
  expect(await count(sql`orders where status in ('created', 'attempted') and ride_id is null`)).toBe(0);
  expect(await count(sql`refunds where status = 'processed'`)).toBeGreaterThan(0);
});

test("invoice numbers have no gap in any financial year and follow the calendar", async () => {
  const years = await rows<{ financial_year: string; count: number; highest: number; last: number }>(
    sql`select i.financial_year, count(*)::int as count, max(sequence) as highest, s.last
       from invoices i join invoice_sequences s using (financial_year) group by i.financial_year, s.last`,
  );
  expect(years.length).toBeGreaterThanOrEqual(3);
  for (const year of years) expect(year).toMatchObject({ highest: year.count, last: year.count });
  const early = await rows(
    sql`select from (select issued_at, lag(issued_at) over (partition by financial_year order by sequence) as before
       from invoices) as i where issued_at < before`,
  );
  expect(early).toEqual([]);
  expect(
    await count(sql`tickets t where (status = 'CLOSED') <> exists (select from invoices i where i.ticket_id = t.id)`),
  ).toBe(0);
});

test("only states that the lifecycle allows, with what belongs to them", async () => {
  const never = [
    "status = 'CLOSED' and (center_id is null or technician_id is null or closed_at is null or closing_price_paise is null)",
    "status = 'ACCEPTED' and (center_id is null or accepted_at is null or broadcast_status <> 'accepted after broadcast')",
    "status = 'PENDING' and center_id is not null and broadcast_status <> 'matched_in_same_center'",
    "status = 'CANCEL' and cancelled_at is null",
    "not service_available and (broadcast_status is not null or center_id is not null or booking_fee_paise > 0)",
    "booking_fee_paise > 0 and created_by not in ('PUBLIC', 'PUBLIC_APP')",
    "technician_id is not null and technician_id not in (select id from technicians where center_id = t.center_id)",
    "broadcast_status = 'broadcasted' and not exists (select from broadcasts b where b.ticket_id = t.id)",
    "greatest(assigned_at, started_at, closed_at, accepted_at, cancelled_at, updated_at) > now()",
    "assigned_at < created_at or started_at < assigned_at or closed_at < started_at",
    // Nothing is left that a sweep of the running product would act on.
    "status = 'PENDING' and is_paid_by_public and center_id is null and created_at < now() - interval '1 day'",
    "status = 'PENDING' and broadcast_status = 'broadcasted' and escalated_at is null and broadcast_at < now() - interval '16 minutes'",
  ];
  for (const state of never) expect([state, await count(sql`tickets t where ${sql.raw(state)}`)]).toEqual([state, 0]);
  const winners = await rows(
    sql`select t.id from tickets t left join broadcasts b on b.ticket_id = t.id and b.status in ('ACCEPTED', 'CLOSED')
      where t.broadcast_status = 'accepted after broadcast' and t.center_id is distinct from b.center_id`,
  );
  expect(winners).toEqual([]);
  expect(
    await count(
      sql`broadcasts b join tickets t on t.id = b.ticket_id where b.status = 'PENDING' and t.status <> 'PENDING'`,
    ),
  ).toBe(0);
});

test("every ticket has a history that begins with its making and ends in its state", async () => {
  expect(
    await count(
      sql`tickets t where not exists (select from history h where h.subject_id = t.id and h.event = 'ticket.created' and h.at = t.created_at)`,
    ),
  ).toBe(0);
  const elsewhere = await rows(
    sql`select t.id from tickets t cross join lateral (
       select to_state from history h where h.subject_id = t.id and to_state is not null order by at desc, id desc limit 1) as h
      where h.to_state <> t.status`,
  );
  expect(elsewhere).toEqual([]);
});

test("deciding about a ticket again gives the reasons that were stored", async () => {
  const some = await rows<{ public_id: string }>(
    sql`select public_id from tickets where status = 'CLOSED' or not service_available order by id limit 40`,
  );
  expect(some).toHaveLength(40);
  for (const { public_id } of some) {
    const ticket = await ticketOfLink(public_id);
    const stored = await storedReasons(ticket.id);
    if (ticket.broadcastStatus !== "accepted after broadcast") expect(await recomputeReasons(ticket)).toEqual(stored);
    expect(stored.some(({ reason }) => reason === "offered" || reason === "same_center")).toBe(ticket.serviceAvailable);
  }
});

test("made-up people have phones of the reserved range and no other", async () => {
  const phones = await rows<{ phone: string }>(
    sql`select phone from tickets union select phone from centers union select phone from technicians`,
  );
  expect(phones.filter(({ phone }) => !/^90000\d{5}$/.test(phone))).toEqual([]);
  const [center] = await rows<{ id: string }>(sql`select id from centers where phone = '9000010000'`);
  expect((await getCenter(center!.id)).primaryService).not.toBeNull();
});

test("the same seed is not loaded twice; another one uses the same centers and keeps all in balance", async () => {
  await expect(seedVolume({ tickets: 10, seed: 7 })).rejects.toMatchObject({
    kind: "conflict",
    key: "demo.seedLoaded",
  });
  const centers = await count(sql`centers`);
  await seedVolume({ tickets: 300, seed: 8 });
  expect(await count(sql`centers`)).toBe(centers);
  expect(await count(sql`tickets`)).toBe(size + 300 + ofTheDemo);
  expect(await ledgerFaults()).toEqual([]);
  const gaps = await rows(
    sql`select from invoices group by financial_year having count(*) <> max(sequence) or count(*) <> count(distinct sequence)`,
  );
  expect(gaps).toEqual([]);
});

const gapsInInvoices = () =>
  rows(
    sql`select from invoices group by financial_year having count(*) <> max(sequence) or count(*) <> count(distinct sequence)`,
  );
const closedWithoutInvoice = () =>
  count(sql`tickets t where (status = 'CLOSED') <> exists (select from invoices i where i.ticket_id = t.id)`);

test("stopped by a person, what is written is whole, and resumed later it becomes as large as it was meant", async () => {
  const before = await count(sql`tickets`);
  const stop = new AbortController();
  const options = { tickets: 6_000, seed: 9, signal: stop.signal, onProgress: () => stop.abort() };
  expect(await seedVolume(options)).toMatchObject({ tickets: 5_000, interrupted: true });
  expect([await ledgerFaults(), await gapsInInvoices(), await closedWithoutInvoice()]).toEqual([[], [], 0]);
  await expect(seedVolume({ tickets: 6_000, seed: 9 })).rejects.toMatchObject({ key: "demo.seedInterrupted" });

  // Stopped again before anything new is written, nothing is added.
  expect(await seedVolume({ ...options, resume: true })).toMatchObject({ tickets: 5_000, interrupted: true });
  expect(await count(sql`tickets`)).toBe(before + 5_000);
  // The size is that of the run, whatever is said now.
  expect(await seedVolume({ tickets: 1, seed: 9, resume: true })).toMatchObject({ tickets: 6_000, interrupted: false });
  expect(await count(sql`tickets`)).toBe(before + 6_000);
  expect([await ledgerFaults(), await gapsInInvoices(), await closedWithoutInvoice()]).toEqual([[], [], 0]);
  await expect(seedVolume({ tickets: 6_000, seed: 9, resume: true })).rejects.toMatchObject({ key: "demo.seedLoaded" });
}, 120_000);

test("a run that broke off resumes to all it was to write, and one that never began begins", async () => {
  const before = await count(sql`tickets`);
  const broken = seedVolume({
    tickets: 7_000,
    seed: 11,
    onProgress() {
      throw new Error("the power failed");
    },
  });
  await expect(broken).rejects.toThrow("the power failed");
  // What was on its way when it broke off comes in.
  await expect.poll(() => count(sql`seed_runs where written = 5000 and settled = 0`), { timeout: 60_000 }).toBe(1);
  expect(await closedWithoutInvoice()).toBeGreaterThan(0);
  // Another data set uses the same wallets meanwhile.
  await seedVolume({ tickets: 300, seed: 13 });
  await seedVolume({ tickets: 7_000, seed: 11, resume: true });
  expect(await count(sql`tickets`)).toBe(before + 7_300);
  expect([await ledgerFaults(), await gapsInInvoices(), await closedWithoutInvoice()]).toEqual([[], [], 0]);
  // Each invoice names its ticket by the number that the ticket has.
  expect(
    await count(sql`invoices i join tickets t on t.id = i.ticket_id where i.facts->>'ticketId' <> t.ticket_id`),
  ).toBe(0);
  expect(await seedVolume({ tickets: 20, seed: 12, resume: true })).toMatchObject({ tickets: 20, interrupted: false });
}, 120_000);

test("the running product finds no fault with made-up orders: the provider knows what it is asked about", async () => {
  const unpaid = await count(
    sql`orders where status = 'closed' and checked_at is null and created_at > now() - interval '7 days'`,
  );
  expect(unpaid).toBeGreaterThan(0);
  const errorLog = vi.spyOn(log, "error");
  expect(await reconcileOrders()).toMatchObject({ waiting: 0 });
  expect(errorLog.mock.calls).toEqual([]);

  const [held] = await rows<{ id: string; orderId: string }>(
    sql`select t.public_id as id, o.id as "orderId" from tickets t join orders o on o.ticket_id = t.id
      where t.status in ('PENDING', 'ACCEPTED') and o.purpose = 'booking_fee' and o.status = 'paid' and t.is_paid_by_public
      order by t.created_at limit 1`,
  );
  await cancelTicket(system("cli"), { ticketId: held!.id, reason: "Booked twice", version: undefined });
  await drain(jobs);
  expect(await rows(sql`select status from refunds where order_id = ${held!.orderId}`)).toEqual([
    { status: "processed" },
  ]);
  expect(errorLog.mock.calls).toEqual([]);
  expect(await ledgerFaults()).toEqual([]);
});

test("where real gateways are at work nothing is made up", async () => {
  configure({ sandbox: false });
  try {
    await expect(seedVolume({ tickets: 1, seed: 10 })).rejects.toMatchObject({ key: "demo.notHere" });
  } finally {
    configure({ sandbox: true });
  }
  expect(env.sandbox).toBe(true);
});

test("the plan says what would be written", () => {
  expect(planVolume({ tickets: 1_000_000, seed: 3, until: fromIst("2026-11-21", "15:00") })).toEqual({
    tickets: 1_000_000,
    centers: 1_000,
    technicians: 2_000,
    seed: 3,
    from: "2024-11-20T18:30:00.000Z",
    to: "2026-11-21T09:30:00.000Z",
  });
});
