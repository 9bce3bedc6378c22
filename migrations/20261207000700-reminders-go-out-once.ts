import { Migration } from "@mikro-orm/migrations";

/**
 * A center is told once that a trial or a subscription ends soon, and once that it has ended; who gave no feedback is asked
 * once more, with the link that is kept sealed until then.
 */
export class RemindersGoOutOnce extends Migration {
  override up() {
    this.addSql(`
      create unique index center_notices_term on center_notices
        (center_id, (facts ->> 'of'), (facts ->> 'stage'), (facts ->> 'endsOn')) where kind = 'term'
    `);
    this.addSql(`
      create table feedback_reminders (
        ticket_id uuid primary key references tickets (id) on delete cascade,
        token_sealed text not null,
        due_at timestamptz(3) not null
      )
    `);
    this.addSql("create index feedback_reminders_due on feedback_reminders (due_at)");
  }

  override down() {
    this.addSql("drop table feedback_reminders");
    this.addSql("drop index center_notices_term");
  }
}
