import { Migration } from "@mikro-orm/migrations";

/** Stored files, the geocoder's cache, and the state of the sandbox's emulated providers. */
export class BlobsAndSandbox extends Migration {
  override up() {
    this.addSql(`
      create table blobs (
        id uuid primary key,
        key text not null unique,
        kind text not null,
        mime text not null,
        bytes bigint not null check (bytes > 0),
        width integer,
        height integer,
        sha256 text not null,
        owner_kind text not null,
        owner_id text not null,
        created_at timestamptz(3) not null
      )`);
    this.addSql("create index blobs_of_owner on blobs (owner_kind, owner_id, kind)");

    this.addSql(`
      create table geocodes (
        latitude numeric(6, 3) not null,
        longitude numeric(6, 3) not null,
        pincode text,
        locality text,
        city text,
        state text,
        looked_up_at timestamptz(3) not null,
        primary key (latitude, longitude)
      )`);

    this.addSql(`
      create table sandbox_orders (
        id text primary key,
        amount bigint not null check (amount >= 100),
        amount_paid bigint not null default 0 check (amount_paid in (0, amount)),
        currency text not null,
        receipt text,
        unique_receipt boolean not null default false,
        notes jsonb not null default '{}',
        status text not null default 'created' check (status in ('created', 'attempted', 'paid')),
        attempts integer not null default 0,
        created_at timestamptz(3) not null
      )`);
    this.addSql("create index sandbox_orders_receipt on sandbox_orders (receipt)");
    this.addSql(
      "create unique index sandbox_orders_receipt_once on sandbox_orders (receipt) where unique_receipt and receipt is not null",
    );

    this.addSql(`
      create table sandbox_payments (
        id text primary key,
        order_id text not null references sandbox_orders (id) on delete cascade,
        amount bigint not null,
        currency text not null,
        status text not null check (status in ('created', 'authorized', 'captured', 'refunded', 'failed')),
        amount_refunded bigint not null default 0 check (amount_refunded between 0 and amount),
        created_at timestamptz(3) not null
      )`);
    this.addSql("create index sandbox_payments_of_order on sandbox_payments (order_id)");

    this.addSql(`
      create table sandbox_refunds (
        id text primary key,
        payment_id text not null references sandbox_payments (id) on delete cascade,
        amount bigint not null check (amount > 0),
        currency text not null,
        status text not null check (status in ('pending', 'processed', 'failed')),
        receipt text,
        notes jsonb not null default '{}',
        idempotency_key text,
        request text not null,
        created_at timestamptz(3) not null,
        unique (payment_id, idempotency_key)
      )`);

    this.addSql(`
      create table sandbox_outbox (
        id uuid primary key,
        channel text not null check (channel in ('sms', 'whatsapp', 'push')),
        to_number text not null,
        text text not null,
        at timestamptz(3) not null
      )`);
    this.addSql("create index sandbox_outbox_to on sandbox_outbox (to_number, id desc)");
  }

  override down() {
    for (const table of [
      "sandbox_outbox",
      "sandbox_refunds",
      "sandbox_payments",
      "sandbox_orders",
      "geocodes",
      "blobs",
    ]) {
      this.addSql(`drop table ${table}`);
    }
  }
}
