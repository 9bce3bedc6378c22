import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { from } from "pg-copy-streams";
import { type CopyValue, copyLine } from "#modules/kernel/db/copy.ts";

/** The columns of the tables a volume is copied into, in COPY order. */
const tables = {
  centers:
    "id center_name phone name address_line city state pincode additional_pincode no_of_technicians broadcast_disabled paid_for_onboarding_kit ticket_accept_limit subscribe_end_date verified_at created_at updated_at",
  center_services: "center_id service_id priority",
  center_pincodes: "center_id pincode",
  partner_qrs: "qr_id kind center_id created_at",
  technicians:
    "id technician_id center_id name phone engagement_type permanent_address_line permanent_city permanent_state main_pincode primary_service_id emergency_person_phone pan_sealed pan_last4 pan_hash aadhar_last4 aadhar_hash created_at updated_at",
  accounts: "id kind center_id balance_paise created_at",
  tickets:
    "id public_id ticket_id status broadcast_status created_by create_name created_by_center_id qr_id client_id client_reference service_id requirement name phone house_number locality city state pincode time_preference_type specific_date_time offer_code device_id service_available booking_fee_paise is_paid_by_public is_paid_by_technician center_id technician_id material_paise closing_price_paise payment_type paid_at payment_reference happy_code unhappy_code codes_sent_at remark_message close_remarks over_all_rating star_rating revisit_of rebook_of revisit_status cancel_reason created_at updated_at broadcast_at escalated_at accepted_at assigned_at started_at start_proved_at closed_at cancelled_at",
  broadcasts: "id ticket_id center_id status order_id paid_from created_at updated_at",
  match_reasons: "ticket_id center_id reason decided_at",
  history: "id subject subject_id event actor_kind actor_id from_state to_state data at",
  orders:
    "id purpose ticket_id center_id broadcast_id amount_paise receipt provider_order_id status price_snapshot created_at updated_at paid_at checked_at",
  payments: "id order_id provider_payment_id status amount_paise method source captured_at created_at updated_at",
  refunds: "id order_id payment_id amount_paise status reason provider_refund_id created_at updated_at",
  transfers: "id kind cause ticket_id order_id note actor created_at",
  entries: "id transfer_id account_id amount_paise created_at",
  sandbox_orders: "id amount amount_paid currency receipt status attempts created_at",
  sandbox_payments: "id order_id amount currency status amount_refunded created_at captured_at",
  sandbox_refunds: "id payment_id amount currency status idempotency_key request created_at",
  invoice_buyers: "invoice_id name address city state state_code pincode created_at",
  invoices: "id ticket_id number financial_year sequence total_paise facts issued_at",
  feedback_links: "id ticket_id token_hash created_at expires_at used_at",
  feedbacks: "id ticket_id answers over_all_rating created_at",
} as const;
export type TableName = keyof typeof tables;

/** An instant in milliseconds in PostgreSQL's text format. */
export const isoInstant = (ms: number) => new Date(ms).toISOString();

const pageBytes = 256 * 1024;

/** Lines of one table as bytes to send: millions of them as strings would burden the garbage collector. */
class Pages {
  count = 0;
  private full: Buffer[] = [];
  private page = Buffer.allocUnsafe(0);
  private used = 0;

  add(line: string) {
    // A UTF-16 code unit takes at most three bytes in UTF-8.
    if (this.used + 3 * line.length > this.page.length) {
      this.full.push(this.page.subarray(0, this.used));
      this.page = Buffer.allocUnsafe(Math.max(pageBytes, 3 * line.length));
      this.used = 0;
    }
    this.used += this.page.write(line, this.used);
    this.count += 1;
  }

  bytes = () => [...this.full, this.page.subarray(0, this.used)];
}

/** Rows waiting for COPY, by table. */
export class Batch {
  private tables = new Map<TableName, Pages>();

  add(table: TableName, values: readonly CopyValue[]) {
    const line = copyLine(values);
    const pages = this.tables.get(table) ?? new Pages();
    if (pages.count === 0) this.tables.set(table, pages);
    pages.add(line);
  }

  /** The lines of a table as they will be sent. */
  lines(table: TableName): string[] {
    const all = Buffer.concat(this.tables.get(table)?.bytes() ?? []).toString();
    return all.split("\n").slice(0, -1);
  }

  /** Copy everything in the client's running transaction, table by table in this order; returns the number of rows. */
  async copyInto(client: PoolClient, order: readonly TableName[]): Promise<number> {
    let count = 0;
    for (const table of order) {
      const pages = this.tables.get(table);
      if (!pages) continue;
      await copy(client, table, pages.bytes());
      count += pages.count;
    }
    return count;
  }
}

async function copy(client: PoolClient, table: TableName, bytes: readonly Buffer[]) {
  const columns = tables[table].replaceAll(" ", ", ");
  const stream = client.query(from(`copy ${table} (${columns}) from stdin`));
  await pipeline(Readable.from(bytes, { objectMode: false }), stream);
}
