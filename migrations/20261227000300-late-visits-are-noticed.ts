import { Migration } from "@mikro-orm/migrations";

/** A visit that nobody is sent to, or that did not begin in time, is noticed once for its time. */
export class LateVisitsAreNoticed extends Migration {
  override up() {
    this.addSql(`
      create table visit_alerts (
        id uuid primary key,
        ticket_id uuid not null references tickets (id),
        kind text not null check (kind in ('unstaffed', 'late')),
        promised_until timestamptz(3) not null,
        created_at timestamptz(3) not null,
        unique (ticket_id, kind, promised_until)
      )`);
    // Of the requests whose visit a center has ahead; spelled like the condition that reads them.
    this.addSql(`
      create index tickets_visit_ahead on tickets (created_at desc, id desc)
        where center_id is not null and vehicle_id is null and started_at is null and deleted_at is null
          and status in ('PENDING', 'ACCEPTED', 'VERIFIED')`);
  }

  /** Which visits were noticed is lost; those of the last day are noticed again. */
  override down() {
    this.addSql("drop index tickets_visit_ahead");
    this.addSql("drop table visit_alerts");
  }
}
