import { Migration } from "@mikro-orm/migrations";

/**
 * Days of payments: what the provider says it captured, refunded and settled on each, beside the ledger. The sandbox's
 * provider settles what was captured.
 */
export class ADayOfPaymentsIsClosed extends Migration {
  override up() {
    this.addSql(`
      create table close_days (
        id uuid primary key,
        day date not null,
        starts_at timestamptz(3) not null,
        stage text not null check (stage in ('payments', 'refunds', 'settlements', 'recon', 'done')),
        skip integer not null default 0,
        fetch_started_at timestamptz(3) not null,
        fetched_at timestamptz(3),
        written_at timestamptz(3),
        state text not null check (state in ('preparing', 'open', 'matched', 'closed')),
        differences integer not null default 0,
        awaiting integer not null default 0,
        captured_paise bigint not null default 0,
        captured_ledger_paise bigint not null default 0,
        refunded_paise bigint not null default 0,
        refunded_ledger_paise bigint not null default 0,
        fee_paise bigint not null default 0,
        tax_paise bigint not null default 0,
        settled_paise bigint not null default 0,
        settled_ledger_paise bigint not null default 0,
        other_paise bigint not null default 0
      )
    `);
    this.addSql("create unique index close_days_day on close_days (day)");
    this.addSql("create index close_days_listed on close_days (starts_at, id) where written_at is not null");
    this.addSql(`
      create table provider_items (
        id text primary key,
        kind text not null check (kind in ('capture', 'refund', 'settlement')),
        day date not null,
        at timestamptz(3) not null,
        amount_paise bigint not null,
        fee_paise bigint not null default 0,
        tax_paise bigint not null default 0,
        currency text not null,
        status text not null,
        payment_id text,
        order_id text,
        transfer_id uuid references transfers (id)
      )
    `);
    this.addSql("create index provider_items_day on provider_items (day)");
    this.addSql("create index provider_items_payment on provider_items (payment_id) where payment_id is not null");
    this.addSql("create unique index provider_items_transfer on provider_items (transfer_id)");
    this.addSql(`
      create table provider_settled (
        settlement_id text not null,
        entity_id text not null,
        type text not null,
        day date not null,
        at timestamptz(3) not null,
        credit_paise bigint not null,
        debit_paise bigint not null,
        fee_paise bigint not null,
        tax_paise bigint not null,
        currency text not null,
        primary key (settlement_id, entity_id)
      )
    `);
    this.addSql("create index provider_settled_entity on provider_settled (entity_id)");
    this.addSql("create index provider_settled_day on provider_settled (day)");
    this.addSql(`
      create table close_rows (
        id uuid primary key,
        day date not null references close_days (day),
        kind text not null check (kind in ('capture', 'refund', 'settlement', 'other')),
        at timestamptz(3) not null,
        provider_id text,
        transfer_id uuid references transfers (id),
        order_id uuid references orders (id),
        provider_paise bigint not null,
        ledger_paise bigint not null,
        fee_paise bigint not null,
        tax_paise bigint not null,
        settlement_id text,
        other_day date,
        state text not null
      )
    `);
    this.addSql("create index close_rows_day on close_rows (day, at, id)");
    this.addSql("create index refunds_provider on refunds (provider_refund_id) where provider_refund_id is not null");

    this.addSql("alter table sandbox_payments add captured_at timestamptz(3), add settlement_id text");
    this.addSql("update sandbox_payments set captured_at = created_at where status in ('captured', 'refunded')");
    this.addSql("alter table sandbox_refunds add settlement_id text");
    this.addSql(`
      create table sandbox_settlements (
        id text primary key,
        amount bigint not null check (amount > 0),
        utr text not null,
        created_at timestamptz(3) not null
      )
    `);
    this.addSql(
      "create index sandbox_payments_unsettled on sandbox_payments (captured_at) where settlement_id is null",
    );
    this.addSql("create index sandbox_refunds_unsettled on sandbox_refunds (created_at) where settlement_id is null");
    this.addSql("create index sandbox_payments_made on sandbox_payments (created_at, id)");
    this.addSql("create index sandbox_refunds_made on sandbox_refunds (created_at, id)");
    this.addSql("create index sandbox_payments_settled on sandbox_payments (settlement_id)");
    this.addSql("create index sandbox_refunds_settled on sandbox_refunds (settlement_id)");
  }

  override down() {
    this.addSql("drop index sandbox_refunds_made");
    this.addSql("drop index sandbox_payments_made");
    this.addSql("drop table sandbox_settlements");
    this.addSql("alter table sandbox_refunds drop settlement_id");
    this.addSql("alter table sandbox_payments drop captured_at, drop settlement_id");
    this.addSql("drop index refunds_provider");
    for (const table of ["close_rows", "provider_settled", "provider_items", "close_days"])
      this.addSql(`drop table ${table}`);
  }
}
