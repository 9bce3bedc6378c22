import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import type { SeededProduct } from "./seeded-product.ts";
import type { Step } from "./window.ts";

/*
 * The floors of the database: the same driver and pool as the web process, in one process, with nothing around them.
 */

/** `count` lanes over the pool that each repeat one step. */
export const lanes = (count: number, step: Step): Step[] => Array.from({ length: count }, () => step);

/** A table like `tickets`, with its indexes, for the bare INSERT. */
export async function makeBareTable({ stand }: SeededProduct) {
  const owner = new pg.Client({ connectionString: stand.at.owner });
  await owner.connect();
  try {
    await owner.query("drop table if exists bare_tickets");
    await owner.query("create table bare_tickets (like tickets including all)");
    await owner.query("grant select, insert, update on bare_tickets to public");
  } finally {
    await owner.end();
  }
}

/** The bare INSERT: one row like a booking's, in its own transaction, synced to disk. */
export const bareInsert =
  ({ pool, serviceId }: SeededProduct): Step =>
  () =>
    pool.query(
      `insert into bare_tickets (id, public_id, ticket_id, created_by, service_id, requirement, name, phone,
         house_number, locality, city, state, pincode, time_preference_type, offer_code, created_at, updated_at)
       values ($1, $2, $3, 'PUBLIC', $4, 'It makes a noise', 'Asha Rao', '9100000000', '12', 'Indiranagar', 'Bengaluru',
         'Karnataka', '560038', 'IMMEDIATELY', 'GHARSEVA2025', now(), now())`,
      [randomUUID(), randomBytes(16).toString("base64url"), `REQ-${randomUUID()}`, serviceId],
    );

/** The bare SELECT of one row by its index. */
export const bareRow = ({ pool }: SeededProduct, ids: readonly string[]): Step => {
  let at = 0;
  return () =>
    pool.query("select ticket_id, status, name, pincode, created_at from tickets where public_id = $1", [
      ids[at++ % ids.length],
    ]);
};

/** The bare indexed SELECT of All Requests: as many whole rows as an operator's page has. */
export const bareRequests =
  ({ pool }: SeededProduct): Step =>
  () =>
    pool.query("select * from tickets where deleted_at is null order by created_at desc, id desc limit 10");

/** The bare indexed SELECT of a list: 25 whole rows of one center by the list's index. */
export const barePage =
  ({ pool, centerId }: SeededProduct): Step =>
  () =>
    pool.query(
      `select * from tickets where center_id = $1 and deleted_at is null
       order by created_at desc, id desc limit 25`,
      [centerId],
    );
