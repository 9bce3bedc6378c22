import { Migration } from "@mikro-orm/migrations";

/** A center that is disabled or rejected writes to the house, which sees who waits for an answer; once at a time. */
export class ACenterAsksToBeLookedAtAgain extends Migration {
  override up() {
    this.addSql(`
      create table center_appeals (
        id uuid primary key,
        center_id uuid not null references centers (id),
        message text not null check (length(message) between 1 and 500),
        created_at timestamptz(3) not null,
        closed_at timestamptz(3)
      );
    `);
    this.addSql("create unique index center_appeals_open on center_appeals (center_id) where closed_at is null");
  }

  override down() {
    this.addSql("drop table center_appeals");
  }
}
