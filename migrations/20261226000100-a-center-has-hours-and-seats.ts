import { Migration } from "@mikro-orm/migrations";

/**
 * When centers and their technicians work, what closes them, how long a service takes, and how many jobs a center has
 * taken for each window of two hours. A center or technician without rows of its own has the usual hours.
 */
export class ACenterHasHoursAndSeats extends Migration {
  override up() {
    this.addSql(
      `alter table services add column duration integer not null default 60 check (duration between 15 and 720)`,
    );
    const day = `
        weekday smallint not null check (weekday between 1 and 7),
        opens smallint not null check (opens between 0 and 1439),
        closes smallint not null check (closes between 1 and 1440),
        check (opens < closes)`;
    this.addSql(`
      create table center_hours (
        center_id uuid not null references centers (id) on delete cascade,${day},
        primary key (center_id, weekday)
      )`);
    this.addSql(`
      create table technician_hours (
        technician_id uuid not null references technicians (id) on delete cascade,${day},
        primary key (technician_id, weekday)
      )`);
    this.addSql(`
      create table absences (
        id uuid primary key,
        center_id uuid not null references centers (id) on delete cascade,
        technician_id uuid references technicians (id) on delete cascade,
        first_day date not null,
        last_day date not null,
        created_at timestamptz(3) not null,
        check (first_day <= last_day)
      )`);
    this.addSql(`create index absences_center on absences (center_id, last_day)`);
    this.addSql(`create index absences_technician on absences (technician_id, last_day)`);
    this.addSql(`
      create table holidays (
        id uuid primary key,
        day date not null,
        state text,
        name text not null,
        created_at timestamptz(3) not null,
        unique nulls not distinct (day, state)
      )`);
    this.addSql(`
      create table window_seats (
        center_id uuid not null references centers (id) on delete cascade,
        day date not null,
        slot smallint not null check (slot between 0 and 5),
        seats smallint not null,
        taken smallint not null default 0,
        check (taken between 0 and seats),
        primary key (center_id, day, slot)
      )`);
  }

  /** Hours, absences, holidays and what was taken are lost. */
  override down() {
    for (const table of ["window_seats", "holidays", "absences", "technician_hours", "center_hours"])
      this.addSql(`drop table ${table}`);
    this.addSql(`alter table services drop column duration`);
  }
}
