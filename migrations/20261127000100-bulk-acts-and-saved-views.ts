import { Migration } from "@mikro-orm/migrations";

/** Bulk acts with their rows, and saved views of lists. */
export class BulkActsAndSavedViews extends Migration {
  override up() {
    this.addSql(`
      create table bulk_acts (
        id uuid not null,
        admin_id uuid not null,
        verb text not null,
        filter jsonb not null,
        total integer not null,
        digest text not null,
        back text not null,
        input jsonb,
        state text not null,
        created_at timestamptz(3) not null,
        started_at timestamptz(3),
        worked_at timestamptz(3),
        ended_at timestamptz(3),
        primary key (id)
      );
    `);
    this.addSql(`
      alter table bulk_acts
        add check (state in ('asked', 'running', 'done', 'cancelled', 'refused')),
        add check (total between 1 and 10000),
        add check ((state = 'asked') = (started_at is null)),
        add check ((state in ('asked', 'running')) = (ended_at is null)),
        add check ((state = 'running') = (input is not null));
    `);
    this.addSql("create index bulk_acts_of_admin on bulk_acts (admin_id, created_at desc)");
    this.addSql("create index bulk_acts_running on bulk_acts (worked_at) where state = 'running'");
    this.addSql("create index bulk_acts_age on bulk_acts ((coalesce(ended_at, created_at))) where state <> 'running'");
    this.addSql(`
      create table bulk_rows (
        act_id uuid not null,
        place integer not null,
        key text not null,
        name text not null,
        tries smallint not null default 0,
        outcome text,
        reason text,
        params jsonb,
        primary key (act_id, place)
      );
    `);
    this.addSql(`
      alter table bulk_rows
        add foreign key (act_id) references bulk_acts (id) on delete cascade,
        add check (outcome in ('done', 'skipped', 'failed')),
        add unique (act_id, key);
    `);
    this.addSql("create index bulk_rows_waiting on bulk_rows (act_id, tries, place) where outcome is null");
    this.addSql(`
      create table list_views (
        id uuid not null,
        admin_id uuid not null,
        list text not null,
        name text not null,
        query text not null,
        role_id uuid,
        version integer not null default 1,
        created_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql("create unique index list_views_of_admin on list_views (admin_id, list, lower(name))");
    this.addSql("create index list_views_of_role on list_views (role_id, list) where role_id is not null");
  }

  override down() {
    this.addSql("drop table list_views");
    this.addSql("drop table bulk_rows");
    this.addSql("drop table bulk_acts");
  }
}
