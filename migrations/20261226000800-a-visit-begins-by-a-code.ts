import { Migration } from "@mikro-orm/migrations";

/** The customer's code that proves that a visit began: sealed, with its wrong tries and how often it was replaced. */
export class AVisitBeginsByACode extends Migration {
  override up() {
    this.addSql(`
      create table start_codes (
        ticket_id uuid primary key references tickets (id),
        code text not null,
        tries smallint not null default 0 check (tries between 0 and 5),
        replaced smallint not null default 0 check (replaced between 0 and 2),
        created_at timestamptz(3) not null,
        proved_at timestamptz(3),
        proved_by text check (proved_by in ('code', 'operator')),
        check ((proved_at is null) = (proved_by is null))
      )`);
  }

  override down() {
    this.addSql("drop table start_codes");
  }
}
