import { Migration } from "@mikro-orm/migrations";

/** What the house tells one center, for its inbox: a rejected paper, a restriction, money added to its wallet. */
export class CentersAreToldWhatConcernsThem extends Migration {
  override up() {
    this.addSql(`
      create table center_notices (
        id uuid primary key,
        center_id uuid not null references centers (id),
        kind text not null,
        facts jsonb not null,
        created_at timestamptz(3) not null,
        seen_at timestamptz(3)
      )
    `);
    this.addSql("create index center_notices_inbox on center_notices (center_id, created_at, id)");
  }

  override down() {
    this.addSql("drop table center_notices");
  }
}
