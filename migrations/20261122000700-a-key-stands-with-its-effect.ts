import { Migration } from "@mikro-orm/migrations";

/**
 * A key is one hash, and what it made stands beside the answer; tickets need no key of their own any more. Kept keys
 * are forgotten by this: they live for a day.
 */
export class AKeyStandsWithItsEffect extends Migration {
  override up() {
    this.addSql("drop table idempotency_keys");
    this.addSql(`
      create table idempotency_keys (
        id text primary key,
        request_hash text not null,
        made text,
        status int,
        body text,
        created_at timestamptz(3) not null,
        check (status is not null or made is not null)
      );
    `);
    this.addSql("drop index tickets_idempotency");
    this.addSql("alter table tickets drop column idempotency_key");
  }

  override down() {
    this.addSql("alter table tickets add column idempotency_key text");
    this.addSql("create unique index tickets_idempotency on tickets (idempotency_key)");
    this.addSql("drop table idempotency_keys");
    this.addSql(`
      create table idempotency_keys (
        caller text not null,
        key text not null,
        request_hash text not null,
        status int,
        body jsonb,
        created_at timestamptz(3) not null,
        primary key (caller, key)
      );
    `);
  }
}
