import { Migration } from "@mikro-orm/migrations";

/** A run of a schedule that takes long is told from one whose worker died by when it was seen last. */
export class ARunSaysThatItLives extends Migration {
  override up() {
    this.addSql("alter table schedule_runs add column seen_at timestamptz(3)");
  }

  override down() {
    this.addSql("alter table schedule_runs drop column seen_at");
  }
}
