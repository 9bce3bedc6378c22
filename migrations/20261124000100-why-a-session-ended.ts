import { Migration } from "@mikro-orm/migrations";

/** A session that was ended for its owner, who was shut out or is gone, tells it to whoever still uses it (R022, R023). */
export class WhyASessionEnded extends Migration {
  override up() {
    this.addSql(`
      alter table sessions
        add column ended_because text,
        add check (ended_because in ('shut_out', 'gone')),
        add check (ended_because is null or ended_at is not null);
    `);
  }

  override down() {
    this.addSql("alter table sessions drop column ended_because");
  }
}
