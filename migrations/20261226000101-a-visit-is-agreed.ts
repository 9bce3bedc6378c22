import { Migration } from "@mikro-orm/migrations";

/** What centers agreed to: the windows a request has taken of its center. A technician is in one place at a time. */
export class AVisitIsAgreed extends Migration {
  override up() {
    this.addSql("create extension if not exists btree_gist");
    this.addSql(`
      create table appointments (
        id uuid primary key,
        ticket_id uuid not null references tickets (id),
        center_id uuid not null references centers (id),
        technician_id uuid references technicians (id),
        works_from timestamptz(3),
        works_until timestamptz(3),
        begins timestamptz(3) not null,
        day date not null,
        first_slot smallint not null check (first_slot between 0 and 5),
        last_slot smallint not null check (last_slot between first_slot and 5),
        created_at timestamptz(3) not null,
        ended_at timestamptz(3),
        check ((technician_id is null) = (works_from is null) and (technician_id is null) = (works_until is null)),
        check (works_from < works_until),
        constraint one_place_at_a_time exclude using gist (
          technician_id with =, tstzrange(works_from, works_until) with &&
        ) where (technician_id is not null and ended_at is null)
      )`);
    this.addSql(`create unique index one_appointment on appointments (ticket_id) where ended_at is null`);
    this.addSql(`create index appointments_center on appointments (center_id, day) where ended_at is null`);
  }

  /** What was agreed is lost. */
  override down() {
    this.addSql("drop table appointments");
  }
}
