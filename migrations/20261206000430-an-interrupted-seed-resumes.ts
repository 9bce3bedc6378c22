import { Migration } from "@mikro-orm/migrations";

/** How far a made-up data set was written, so that one that was interrupted is gone on with. */
export class AnInterruptedSeedResumes extends Migration {
  override up() {
    this.addSql(`
      create table seed_runs (
        mark text primary key,
        tickets integer not null,
        until timestamptz(3) not null,
        wallets jsonb not null,
        written integer not null default 0,
        settled integer not null default -1,
        stops integer[] not null default '{}',
        ended_at timestamptz(3)
      )`);
  }

  override down() {
    this.addSql("drop table seed_runs");
  }
}
