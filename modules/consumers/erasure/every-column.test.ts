import { expect, test } from "vitest";
import { persons } from "#modules/index.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";

openDatabase();

/*
 * Each column that can hold words is either erased with its customer or stands here by hand: a new column fails until it
 * is decided where it belongs.
 */

/** Tables that hold nobody of the public, each with why. */
const without: Record<string, string> = {
  "admins roles admin_pending_sign_ins admin_recovery_codes admin_second_factors password_resets":
    "people of the house",
  "centers technicians onboarders registrations center_appeals center_clients center_pincodes center_services technician_clients document_checks partner_qrs push_subscriptions center_notices":
    "partners",
  "banners blogs client_keys clients offers prices services vehicles geocodes":
    "what is sold, to whom in bulk, and where",
  "accounts entries transfers orders payments refunds provider_items provider_settled close_days close_rows":
    "money, by ids",
  "notifications notification_sends": "what the house says to many; an individual's number is kept masked",
  "invoices invoice_sequences": "numbers; the buyer stands apart, and nothing may change",
  "feedback_links feedback_ratings match_reasons offer_uses visitor_phones": "ids and hashes",
  erasures: "the phone only sealed, and only until the erasure is finished",
  history: "append-only: never a phone, and of private fields only the name",
  blobs: "a file's row goes with what names it",
  bulk_rows: "numbers of requests",
  uploads: "a file's name, its heading and state; the file itself goes once it is read",
  upload_names: "headings of clients' files",
  "live_outbox webhook_events": "ids",
  "webhook_endpoints webhook_deliveries": "a client's addresses, and the states of its requests, which name nobody",
  "idempotency_keys refused_forms rate_limits sign_in_tries": "sealed or hashed, and gone after a day",
  "sandbox_faults sandbox_orders sandbox_outbox sandbox_payments sandbox_refunds sandbox_settlements":
    "the emulators of the sandbox",
  "report_facts report_counters report_wallet_days report_wallet_changes":
    "numbers of requests by day and place; the place stays with the request, too",
  feedback_reminders: "a sealed link, gone after two days",
  schedule_runs: "when the clock ran what, and with which error",
  report_schedules: "which files the clock prepares for an admin",
  seed_runs: "how far a made-up data set was written",
  mikro_orm_migrations: "migrations",
};

/** Columns with words that say nothing of a person, in tables that do hold persons. */
const plain: Record<string, string> = {
  consumers: "country_code",
  sessions: "kind token_hash via ended_because",
  otps: "purpose code_hash locale nonce_hash loose_tries",
  otp_proofs: "token_hash purpose",
  // Where and what stays for the numbers; an operator's reference of a B2B client is the client's.
  tickets:
    "public_id ticket_id status broadcast_status created_by qr_id city state pincode country time_preference_type offer_code payment_type take_time over_all_rating onboarding_by approved_by client_reference",
  upload_rows: "outcome",
  rides: "public_id ride_id status qr_id pincode city state mode_of_payment",
  booking_drafts: "token_hash qr_id",
  remarks: "author_kind",
  broadcasts: "status paid_from remarks_by",
  ticket_pictures: "author_kind",
  messages: "channel template status provider_id job",
  app_devices: "account_kind",
  notification_recipients: "account_kind push",
  adjustments: "kind state objection objection_text settlement_remarks",
  exports: "owner_kind list format locale",
  person_exports: "reason locale contents",
  list_views: "list name",
  bulk_acts: "verb digest back state list",
};

const asSet = (lists: string[]) => new Set(lists.flatMap((list) => list.split(" ")));

test("R13 every column that can hold a customer's words is erased, or decided by hand to hold none", async () => {
  const found = await rows<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY', 'date')
      order by 1, 2`,
  );
  const erased = new Map<string, Set<string>>();
  for (const { table, columns } of persons) erased.set(table, new Set([...(erased.get(table) ?? []), ...columns]));
  const nobody = asSet(Object.keys(without));
  const undecided = found
    .filter(({ table, column }) => {
      if (erased.get(table)?.has(column)) return false;
      if (erased.has(table)) return !plain[table]?.split(" ").includes(column);
      return !nobody.has(table);
    })
    .map(({ table, column }) => `${table}.${column}`);
  expect(undecided).toEqual([]);
});

test("R13 what is decided by hand is there, and no place is declared for a column that is not", async () => {
  const found = await rows<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  );
  const all = new Set(found.map(({ name }) => name));
  const named = [
    ...Object.entries(plain).flatMap(([table, columns]) => columns.split(" ").map((column) => `${table}.${column}`)),
    ...persons
      .filter(({ table }) => table !== "pgboss.job")
      .flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)),
  ];
  expect(named.filter((name) => !all.has(name))).toEqual([]);
});
