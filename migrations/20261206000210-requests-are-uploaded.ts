import { Migration } from "@mikro-orm/migrations";

/** Uploads of requests with their rows, the names clients give to columns, and by what an uploaded request is known again. */
export class RequestsAreUploaded extends Migration {
  override up() {
    this.addSql("alter table tickets add column upload_key text");
    this.addSql(`
      create unique index tickets_upload_key on tickets (client_id, upload_key)
        where upload_key is not null and deleted_at is null;
    `);
    this.addSql(`
      create table uploads (
        id uuid not null,
        admin_id uuid not null,
        client_id uuid,
        file_name text not null,
        format text not null,
        blob_id uuid,
        straight boolean not null default false,
        state text not null,
        reason text,
        params jsonb,
        heading text[],
        mapping jsonb,
        created_at timestamptz(3) not null,
        checked_at timestamptz(3),
        started_at timestamptz(3),
        worked_at timestamptz(3) not null,
        ended_at timestamptz(3),
        matched_at timestamptz(3),
        primary key (id)
      );
    `);
    this.addSql(`
      alter table uploads
        add check (format in ('csv', 'xlsx')),
        add check (state in ('checking', 'unmapped', 'checked', 'running', 'done', 'cancelled', 'refused', 'undoing', 'undone')),
        add check ((state in ('checking', 'unmapped')) = (blob_id is not null));
    `);
    this.addSql("create index uploads_of_admin on uploads (admin_id, created_at desc)");
    this.addSql(`
      create index uploads_open on uploads (worked_at)
        where state in ('checking', 'running', 'undoing') or (state in ('done', 'cancelled') and matched_at is null);
    `);
    this.addSql(`
      create table upload_rows (
        upload_id uuid not null,
        place integer not null,
        cells text[] not null,
        phone text,
        client_id uuid,
        key text,
        outcome text not null,
        problems jsonb,
        ticket_id uuid,
        primary key (upload_id, place)
      );
    `);
    this.addSql(`
      alter table upload_rows
        add foreign key (upload_id) references uploads (id) on delete cascade,
        add check (outcome in ('ready', 'wrong', 'known', 'created', 'matched', 'undone')),
        add check ((outcome in ('created', 'matched', 'undone')) = (ticket_id is not null));
    `);
    this.addSql("create index upload_rows_of_phone on upload_rows (phone)");
    this.addSql(`
      create table upload_names (
        client_id uuid not null,
        names jsonb not null,
        changed_at timestamptz(3) not null,
        primary key (client_id)
      );
    `);
  }

  override down() {
    this.addSql("drop table upload_names");
    this.addSql("drop table upload_rows");
    this.addSql("drop table uploads");
    this.addSql("drop index tickets_upload_key");
    this.addSql("alter table tickets drop column upload_key");
  }
}
