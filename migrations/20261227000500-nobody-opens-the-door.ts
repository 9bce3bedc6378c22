import { Migration } from "@mikro-orm/migrations";

/** A technician who reached the address and finds nobody there: since when, and how often they called. */
export class NobodyOpensTheDoor extends Migration {
  override up() {
    this.addSql(`
      create table arrivals (
        ticket_id uuid primary key references tickets (id),
        technician_id uuid not null references technicians (id),
        reached_at timestamptz(3) not null,
        calls smallint not null default 0 check (calls >= 0),
        last_call_at timestamptz(3)
      )`);
    this.addSql("alter table tickets add column customer_absent_at timestamptz(3)");
  }

  /** Requests closed as not found remain closed as not visited. */
  override down() {
    this.addSql("alter table tickets drop column customer_absent_at");
    this.addSql("drop table arrivals");
  }
}
