import { Migration } from "@mikro-orm/migrations";

/** A copy that was restored from a backup sends nothing to anybody until somebody releases it. */
export class ARestoredCopyIsHeld extends Migration {
  override up() {
    this.addSql(`
      create table restorations (
        id uuid primary key,
        backup_at timestamptz(3),
        at timestamptz(3) not null,
        released_at timestamptz(3)
      )`);
  }

  override down() {
    this.addSql("drop table restorations");
  }
}
