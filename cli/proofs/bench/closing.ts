import { randomBytes } from "node:crypto";
import { request } from "./line.ts";
import { serve } from "./process.ts";
import { against, type Measure } from "./report.ts";
import { type SeededProduct, session } from "./seeded-product.ts";
import { inTurns, requests, type Step } from "./window.ts";

const connections = 4;
/** How many requests are prepared: each is closed once. */
const prepared = 6_000;
/** So many admins close them, because each may send only so many calls in a while. */
const admins = 200;

/**
 * Closing by admins: `POST admin/close-ticket`, which writes price, history, invoice with its gapless number, ledger,
 * feedback link and messages in one commit, compared with an UPDATE of one such request in its own transaction.
 */
export async function closing(product: SeededProduct): Promise<Measure[]> {
  const sent = await closings(product, await assignedTickets(product, prepared));
  const bare = await assignedTickets(product, 500);
  let at = 0;
  let bareAt = 0;
  const next = () => {
    const bytes = sent[at++];
    if (!bytes) throw new Error(`all ${prepared} prepared requests are closed`);
    return bytes;
  };
  // Closes and opens the same requests in turn: it is much faster.
  const floor: Step = () =>
    product.pool.query(
      `update tickets set status = case status when 'CLOSED' then 'ACCEPTED' else 'CLOSED' end,
              closing_price_paise = 50000, closed_at = now(), updated_at = now()
        where public_id = $1`,
      [bare[bareAt++ % bare.length]],
    );
  const web = await serve(product);
  try {
    const came = await inTurns(
      {
        floor: Array.from({ length: connections }, () => floor),
        closing: requests(web.origin, connections, next),
      },
      { rounds: 4, ms: 1_200 },
    );
    return [
      against({
        part: "closing",
        what: `closing by admins, ${connections} conn. / bare UPDATE`,
        value: came.closing.perSecond,
        unit: "/s",
        floor: came.floor.perSecond,
        better: "more",
        note: `p50 ${came.closing.p50.toFixed(1)} ms, p99 ${came.closing.p99.toFixed(1)} ms; floor p50 ${came.floor.p50.toFixed(2)} ms`,
      }),
    ];
  } finally {
    await web.stop();
  }
}

/** Accepted requests with a technician, as their public ids. */
async function assignedTickets({ pool, serviceId, centerId }: SeededProduct, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomBytes(16).toString("base64url"));
  await pool.query(
    `insert into tickets (id, public_id, ticket_id, created_by, service_id, name, phone, city, state, pincode,
       time_preference_type, status, broadcast_status, center_id, technician_id, happy_code, unhappy_code, broadcast_at,
       accepted_at, assigned_at, created_at, updated_at)
     select gen_random_uuid(), public_id, 'REQ-CLOSE-' || public_id, 'PUBLIC', $2, 'Asha Rao', '9100000000', 'Bengaluru',
            'Karnataka', '560001', 'IMMEDIATELY', 'ACCEPTED', 'accepted after broadcast', $3,
            (select id from technicians where center_id = $3 limit 1), '1234', '4321', now(), now(), now(), now(), now()
       from unnest($1::text[]) as prepared (public_id)`,
    [ids, serviceId, centerId],
  );
  return ids;
}

/** The cookies of super admins who proved password and code a moment ago. */
async function deskCookies(pool: SeededProduct["pool"], count: number): Promise<string[]> {
  const made = await pool.query<{ id: string }>(
    `insert into admins (id, user_name, password_hash, name, admin_role, created_at, updated_at)
     select gen_random_uuid(), 'bench-' || n, '', 'BENCH ' || n, 'SUPER_ADMIN', now(), now()
       from generate_series(1, $1::int) n
     on conflict (lower(user_name)) where deleted_at is null do update set updated_at = now() returning id`,
    [count],
  );
  const cookies: string[] = [];
  for (const { id } of made.rows) cookies.push(`admin_session=${await session(pool, "admin", id)}`);
  await pool.query("update sessions set proved_at = now() where subject_id = any($1::uuid[])", [
    made.rows.map(({ id }) => id),
  ]);
  return cookies;
}

/** The calls as raw bytes. */
async function closings({ pool, stand }: SeededProduct, ids: readonly string[]): Promise<string[]> {
  const cookies = await deskCookies(pool, admins);
  return ids.map((ticket_obj_id, at) =>
    request(
      "POST",
      "/api/admin/close-ticket",
      { "content-type": "application/json", cookie: cookies[at % cookies.length]!, origin: stand.outside },
      JSON.stringify({
        ticket_obj_id,
        closing_ticket_price: 500,
        payment_type: "Cash",
        remarks: { close_ticket_remarks: "Done as agreed" },
      }),
    ),
  );
}
