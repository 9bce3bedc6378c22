import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { hashToken, seal } from "#modules/kernel/crypto.server.ts";
import { figure } from "#modules/kernel/figure.ts";
import { bookings } from "./booking.ts";
import { Line, request } from "./line.ts";
import { nobodysPincode } from "./prepare-data.ts";
import { serve, startWorker } from "./process.ts";
import { against, type Measure } from "./report.ts";
import { one, type SeededProduct } from "./seeded-product.ts";
import { median, quantile, requests, type Window, windowOf } from "./window.ts";

const customers = 100_000;
const connections = 16;
const windowMs = 1_500;
/** Windows before the sending and again after it; during it, as many as both. */
const quietWindows = 6;
/** Between two windows of the sending, so that they are spread over its length. */
const betweenMs = 6_000;
/** What 100,000 recipients may take at most. */
const patienceMs = 60 * 60_000;

/**
 * A notification to 100,000 customers with a device each, sent by the product's own call and worked on by its worker,
 * while others book: bookings per second during the sending, compared with those before and after it, when the same
 * worker is idle. Nobody serves the pincode of these bookings, so that they leave no messages for the worker. The
 * emulated push service runs on this machine and keeps each push in the same database, which a real one does not.
 */
export async function campaign(product: SeededProduct): Promise<Measure[]> {
  await seedCustomers(product);
  const web = await serve(product);
  const worker = await startWorker(product);
  try {
    const title = `Diwali ${randomUUID()}`;
    const notificationId = await write(product, web.origin, title);
    await book(product, web.origin, { windows: 2 });
    const before = await book(product, web.origin, { windows: quietWindows });
    const id = await send(product, web.origin, notificationId);
    const begun = performance.now();
    const during = await book(product, web.origin, {
      windows: 2 * quietWindows,
      betweenMs,
      meanwhile: async () => {
        if ((await stateOf(product, id)).status !== "running")
          throw new Error("the sending ended before bookings were measured");
      },
    });
    const sent = await ended(product, id);
    const minutes = (performance.now() - begun) / 60_000;
    const after = await book(product, web.origin, { windows: quietWindows });
    const recipients = await eachGotOne(product, id, title);
    const quiet = summed([...before, ...after]);
    const busy = summed(during);
    return [
      against({
        part: "campaign",
        what: `bookings during a sending to ${figure(customers)} / bookings in quiet, ${connections} conn.`,
        value: busy.perSecond,
        unit: "/s",
        floor: quiet.perSecond,
        better: "more",
        target: 0.9,
        note: `p50 ${busy.p50.toFixed(1)} ms, p99 ${busy.p99.toFixed(1)} ms; quiet p50 ${quiet.p50.toFixed(1)} ms, p99 ${quiet.p99.toFixed(1)} ms`,
      }),
      {
        part: "campaign",
        what: `a sending to ${figure(customers)} beside bookings, each got exactly one`,
        value: recipients / minutes,
        unit: "/min",
        better: "more",
        note: `${figure(recipients)} recipients, ${figure(sent.sent)} pushes in ${minutes.toFixed(1)} minutes`,
      },
    ];
  } finally {
    await worker.stop();
    await web.stop();
  }
}

/** Customers who registered, each with the app on one device. */
async function seedCustomers({ pool }: SeededProduct) {
  for (let from = 0; from < customers; from += 10_000) {
    const devices = Array.from({ length: Math.min(10_000, customers - from) }, (_, at) => `bench-device-${from + at}`);
    await pool.query(
      `with made as (
         insert into consumers (id, name, phone, created_at, updated_at)
         select gen_random_uuid(), 'Asha Rao', (8200000000 + $1 + at)::text, now(), now()
           from generate_series(1, $2) at returning id),
       numbered as (select id, row_number() over () as at from made)
       insert into app_devices (id, account_id, account_kind, token_hash, sealed, platform, created_at, seen_at)
       select gen_random_uuid(), n.id, 'consumer', d.token_hash, d.sealed, 'android', now(), now()
         from numbered n
         join unnest($3::text[], $4::text[]) with ordinality as d (token_hash, sealed, at) on d.at = n.at`,
      [from, devices.length, devices.map(hashToken), devices.map(seal)],
    );
  }
}

type Booking = { windows: number; betweenMs?: number; meanwhile?: () => Promise<unknown> };

/** Bookings in several windows; `meanwhile` is asked after each whether it still counts. */
async function book(
  product: SeededProduct,
  origin: string,
  { windows, betweenMs = 0, meanwhile }: Booking,
): Promise<Window[]> {
  const measured: Window[] = [];
  while (measured.length < windows) {
    // Prepared anew for each, because a proof is good for a quarter of an hour only.
    const next = await bookings(product, { pincode: nobodysPincode }, mostPerWindow);
    await pause(betweenMs);
    measured.push(await windowOf(requests(origin, connections, next), windowMs));
    await meanwhile?.();
  }
  return measured;
}

const mostPerWindow = 3_000;

function summed(windows: readonly Window[]) {
  const latencies = windows.flatMap((window) => window.latencies).toSorted((a, b) => a - b);
  return {
    perSecond: median(windows.map(({ perSecond }) => perSecond)),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}

/** A call in the name of the admin. */
async function asAdmin<T>({ adminCookie, stand }: SeededProduct, origin: string, path: string, body: unknown) {
  const line = await Line.to(origin);
  try {
    const headers = { "content-type": "application/json", cookie: adminCookie, origin: stand.outside };
    const answer = await line.send(request("POST", `/api/admin/${path}`, headers, JSON.stringify(body)));
    const text = answer.body.toString();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
    return (JSON.parse(text) as { data: T }).data;
  } finally {
    line.close();
  }
}

async function write(product: SeededProduct, origin: string, title: string): Promise<string> {
  const written = { title, discription: "Sweets for all.", userType: "Consumer", is_Active: true };
  return (await asAdmin<{ _id: string }>(product, origin, "create-notification", written))._id;
}

async function send(product: SeededProduct, origin: string, notificationId: string) {
  const notification = {
    userType: "Consumer",
    notification_id: notificationId,
    skill: "ALL",
    state: "ALL",
    night: "now",
  };
  const { _id } = await asAdmin<{ _id: string }>(product, origin, "send-notification-touser", notification);
  for (const until = performance.now() + 30_000; (await stateOf(product, _id)).status !== "running"; await pause(100))
    if (performance.now() > until) throw new Error("the worker did not begin the sending");
  return _id;
}

const stateOf = ({ pool }: SeededProduct, id: string) =>
  one<{ status: string; recipients: number; sent: number; failed: number }>(
    pool,
    "select status, recipients, sent, failed from notification_sends where id = $1",
    [id],
  );

async function ended(product: SeededProduct, id: string) {
  for (const until = performance.now() + patienceMs; performance.now() < until; await pause(1_000)) {
    const state = await stateOf(product, id);
    if (state.status === "done") return state;
  }
  throw new Error("the sending did not end");
}

/**
 * How many recipients there were: the seeded customers, and those who were there before or registered meanwhile. Throws
 * unless each has one entry in the inbox, and every seeded device got one push.
 */
async function eachGotOne({ pool }: SeededProduct, id: string, title: string): Promise<number> {
  const entries = await one<{ counted: number; all: number; accounts: number; sent: number }>(
    pool,
    `select max(s.recipients) as counted, count(*)::int as all, count(distinct r.account_id)::int as accounts,
            count(*) filter (where r.push = 'sent')::int as sent
       from notification_recipients r join notification_sends s on s.id = r.send_id where r.send_id = $1`,
    [id],
  );
  const pushes = await one<{ all: number; devices: number }>(
    pool,
    `select count(*)::int as all, count(distinct to_number)::int as devices from sandbox_outbox
      where channel = 'push' and to_number like 'bench-device-%' and text like $1`,
    [`${title}%`],
  );
  const { counted, all, accounts, sent } = entries;
  const each = counted === all && all === accounts && all >= customers;
  if (!each || [sent, pushes.all, pushes.devices].some((count) => count !== customers))
    throw new Error(
      `${all} entries of ${accounts} accounts, ${counted} counted, ${sent} pushed, ${pushes.all} pushes to ${pushes.devices} devices`,
    );
  return all;
}
