import { Migration } from "@mikro-orm/migrations";

/*
 * Counters of requests per day and month. Triggers note which requests changed, in the transaction of the change, and a
 * job folds what was noted: a row that is committed late is found late, never lost. All requests that are there already
 * are noted once.
 */

/** Whole numbers: how many requests are in each state, and how far they came. */
const counts =
  "received open pending accepted closed cancelled paid offered taken done rated broadcast answered unanswered";
const amounts = "closing_paise due_paise earned_paise held_paise refunded_paise";
const columns = (type: string, names: string) =>
  names
    .split(" ")
    .map((name) => `${name} ${type} not null`)
    .join(",\n        ");

/** The columns of a request that a counter depends on. */
const counted =
  "status broadcast_status created_by client_id client_due_paise service_id city pincode booking_fee_paise is_paid_by_public center_id closing_price_paise star_rating created_at broadcast_at escalated_at accepted_at closed_at deleted_at".split(
    " ",
  );
const rowOf = (which: string) => `(${counted.map((column) => `${which}.${column}`).join(", ")})`;

export class RequestsAreCounted extends Migration {
  override up() {
    this.addSql("create table report_changes (ticket_id uuid not null)");
    this.addSql("create table report_wallet_changes (day date not null, wallets text not null, paise bigint not null)");
    this.addSql(`
      create table report_facts (
        ticket_id uuid primary key,
        day date not null,
        hour smallint not null,
        client_id uuid,
        service_id uuid not null,
        city text not null,
        pincode text not null,
        center_id uuid,
        source text not null,
        to_accept integer,
        to_close integer,
        ${columns("smallint", counts)},
        ${columns("bigint", amounts)}
      )
    `);
    this.addSql("create index report_facts_pincode on report_facts (pincode, day) where broadcast > 0");
    this.addSql(`
      create table report_counters (
        scope uuid not null,
        dimension text not null,
        grain text not null check (grain in ('day', 'month')),
        period date not null,
        value text not null,
        ${columns("integer", counts)},
        ${columns("bigint", amounts)},
        primary key (scope, dimension, grain, period, value)
      )
    `);
    this.addSql(`
      create table report_wallet_days (
        wallets text not null check (wallets in ('center', 'consumer')),
        day date not null,
        paise bigint not null,
        primary key (wallets, day)
      )
    `);
    this.addSql(`
      create table report_checks (
        id uuid primary key,
        checked_at timestamptz(3) not null,
        requests integer not null,
        differences integer not null
      )
    `);
    this.addSql("create index report_checks_latest on report_checks (checked_at desc)");
    this.addSql(`
      create function note_new_requests() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
      begin
        insert into public.report_changes select id from fresh;
        return null;
      end $$;
    `);
    this.addSql(`
      create function note_request() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
      begin
        insert into public.report_changes values (old.id);
        return null;
      end $$;
    `);
    this.addSql(`
      create function note_entries() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
      -- The requests whose money moved, and by how much the wallets did.
      begin
        insert into public.report_changes
          select distinct t.ticket_id from fresh join public.transfers t on t.id = fresh.transfer_id
           where t.ticket_id is not null;
        insert into public.report_wallet_changes
          select (fresh.created_at at time zone 'Asia/Kolkata')::date, replace(a.kind, '_wallet', ''), sum(amount_paise)
            from fresh join public.accounts a on a.id = fresh.account_id
           where a.kind in ('center_wallet', 'consumer_wallet') group by 1, 2;
        return null;
      end $$;
    `);
    this.addSql(`
      create trigger tickets_new_counted after insert on tickets referencing new table as fresh
        for each statement execute function note_new_requests();
    `);
    this.addSql(`
      create trigger tickets_changed_counted after update on tickets for each row
        when (${rowOf("old")} is distinct from ${rowOf("new")}) execute function note_request();
    `);
    this.addSql(
      "create trigger tickets_gone_counted after delete on tickets for each row execute function note_request()",
    );
    this.addSql(`
      create trigger entries_counted after insert on entries referencing new table as fresh
        for each statement execute function note_entries();
    `);
    this.addSql("insert into report_changes select id from tickets");
    this.addSql(`
      insert into report_wallet_changes
        select (e.created_at at time zone 'Asia/Kolkata')::date, replace(a.kind, '_wallet', ''), sum(e.amount_paise)
          from entries e join accounts a on a.id = e.account_id
         where a.kind in ('center_wallet', 'consumer_wallet') group by 1, 2;
    `);
  }

  override down() {
    this.addSql("drop trigger entries_counted on entries");
    this.addSql("drop trigger tickets_gone_counted on tickets");
    this.addSql("drop trigger tickets_changed_counted on tickets");
    this.addSql("drop trigger tickets_new_counted on tickets");
    this.addSql("drop function note_entries");
    this.addSql("drop function note_request");
    this.addSql("drop function note_new_requests");
    this.addSql("drop table report_checks");
    this.addSql("drop table report_wallet_days");
    this.addSql("drop table report_counters");
    this.addSql("drop table report_facts");
    this.addSql("drop table report_wallet_changes");
    this.addSql("drop table report_changes");
  }
}
