import { Migration } from "@mikro-orm/migrations";
import { refuseChanges } from "#modules/kernel/db/append-only.ts";

/** What every module stands on: history, live news, rate limits, idempotency keys. */
export class Kernel extends Migration {
  override up() {
    this.addSql(`
      create function refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception '% is append-only', tg_table_name using errcode = 'GS003';
      end $$;
    `);
    this.addSql(`
      create table history (
        id uuid primary key,
        subject text not null,
        subject_id uuid not null,
        event text not null,
        actor_kind text not null,
        actor_id uuid,
        from_state text,
        to_state text,
        data jsonb not null,
        at timestamptz(3) not null
      );
    `);
    this.addSql("create index history_subject on history (subject, subject_id, at)");
    for (const statement of refuseChanges("history")) this.addSql(statement);
    this.addSql(`
      create table live_outbox (
        id bigint generated always as identity primary key,
        topic text not null
      );
    `);
    this.addSql(`
      create table rate_limits (
        key varchar(255) primary key,
        points integer not null default 0,
        expire bigint
      );
    `);
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

  override down() {
    for (const table of ["idempotency_keys", "rate_limits", "live_outbox", "history"])
      this.addSql(`drop table ${table}`);
    this.addSql("drop function refuse_change");
  }
}
