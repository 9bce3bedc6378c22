import { Migration } from "@mikro-orm/migrations";

/**
 * After a closing its customer is asked what happened: the question with its clock, the single-use links that were sent,
 * and the one answer with how it was proven.
 */
export class TheCustomerSignsTheOutcome extends Migration {
  override up() {
    this.addSql(`
      create table outcome_questions (
        ticket_id uuid primary key references tickets (id),
        created_at timestamptz(3) not null,
        due_at timestamptz(3) not null,
        reminded_at timestamptz(3),
        settled_at timestamptz(3)
      )`);
    this.addSql("create index outcome_questions_due on outcome_questions (due_at) where settled_at is null");
    this.addSql(
      "create index outcome_questions_again on outcome_questions (created_at) where settled_at is null and reminded_at is null",
    );
    this.addSql(`
      create table outcome_links (
        id uuid primary key,
        ticket_id uuid not null references tickets (id),
        token_hash text not null unique,
        created_at timestamptz(3) not null
      )`);
    this.addSql("create index outcome_links_ticket on outcome_links (ticket_id)");
    this.addSql(`
      create table outcome_answers (
        id uuid primary key,
        ticket_id uuid not null unique references tickets (id),
        came boolean not null,
        done boolean,
        paid_paise bigint check (paid_paise >= 0),
        proof text not null check (proof in ('visitor', 'proof', 'link', 'bare')),
        answered_at timestamptz(3) not null
      )`);
  }

  override down() {
    this.addSql("drop table outcome_answers");
    this.addSql("drop table outcome_links");
    this.addSql("drop table outcome_questions");
  }
}
