import { Migration } from "@mikro-orm/migrations";

/** The last run of each of the clock's schedules, and the moment that is run already. */
export class EachScheduleRemembersItsRun extends Migration {
  override up() {
    this.addSql(`
      create table schedule_runs (
        name text primary key,
        due_at timestamptz(3) not null,
        job_id uuid,
        started_at timestamptz(3),
        ended_at timestamptz(3),
        error text
      )
    `);
  }

  override down() {
    this.addSql("drop table schedule_runs");
  }
}
