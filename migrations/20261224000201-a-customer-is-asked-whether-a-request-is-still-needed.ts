import { Migration } from "@mikro-orm/migrations";

/**
 * "Still needed?": a question about a request and its answer, one open at a time for each reason. A waiting request keeps
 * when its customer said yes last.
 */
export class ACustomerIsAskedWhetherARequestIsStillNeeded extends Migration {
  override up() {
    this.addSql(`
      create table still_needed_questions (
        id uuid primary key,
        ticket_id uuid not null references tickets (id),
        reason text not null check (reason in ('not_visited', 'waiting')),
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        answer text check (answer in ('yes', 'no')),
        ended_at timestamptz(3),
        new_ticket_id uuid references tickets (id),
        check (answer is null or ended_at is not null),
        check (new_ticket_id is null or answer = 'yes')
      )
    `);
    this.addSql("create unique index still_needed_questions_new on still_needed_questions (new_ticket_id)");
    this.addSql("create index still_needed_questions_ticket on still_needed_questions (ticket_id, created_at)");
    this.addSql(`
      create unique index still_needed_questions_open on still_needed_questions (ticket_id, reason) where ended_at is null
    `);
    this.addSql("alter table tickets add column still_needed_at timestamptz(3)");
  }

  override down() {
    this.addSql("alter table tickets drop column still_needed_at");
    this.addSql("drop table still_needed_questions");
  }
}
