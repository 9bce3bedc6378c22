import { Migration } from "@mikro-orm/migrations";

/** What a person decides about a visit: one open case a request, with its decision and one appeal. */
export class ADisputeAboutAVisitIsACase extends Migration {
  override up() {
    this.addSql(`
      create table cases (
        id uuid primary key,
        ticket_id uuid not null references tickets (id),
        cause text not null check (cause in ('not_so', 'low_answer', 'unhappy_code', 'not_found')),
        state text not null check (state in ('open', 'decided', 'appealed', 'closed')),
        created_at timestamptz(3) not null,
        due_at timestamptz(3) not null,
        decision text check (decision in ('earned', 'returned', 'none')),
        reason text,
        decided_by uuid references admins (id),
        decided_at timestamptz(3),
        appeal_reason text,
        appealed_by uuid references admins (id),
        appealed_at timestamptz(3),
        appeal_decision text check (appeal_decision in ('earned', 'returned', 'none')),
        appeal_decision_reason text,
        appeal_decided_by uuid references admins (id),
        appeal_decided_at timestamptz(3),
        same_admin boolean not null,
        check ((state = 'open') = (decided_at is null)),
        check ((decision is null) = (decided_at is null)),
        check ((decided_by is null) = (decided_at is null)),
        check ((state in ('appealed', 'closed')) = (appealed_at is not null)),
        check ((appealed_by is null) = (appealed_at is null)),
        check ((state = 'closed') = (appeal_decided_at is not null)),
        check ((appeal_decision is null) = (appeal_decided_at is null)),
        check ((appeal_decided_by is null) = (appeal_decided_at is null)),
        check (not same_admin or decided_at is not null)
      )`);
    this.addSql("create unique index cases_open on cases (ticket_id) where state in ('open', 'appealed')");
    this.addSql("create index cases_ticket on cases (ticket_id, created_at)");
    this.addSql("create index cases_waiting on cases (due_at, id) where state in ('open', 'appealed')");
    this.addSql("create index cases_decided on cases (decided_at, id) where state in ('decided', 'closed')");
    this.addSql("create index cases_decided_by on cases (decided_by)");
    this.addSql("create index cases_appealed_by on cases (appealed_by)");
    this.addSql("create index cases_appeal_decided_by on cases (appeal_decided_by)");
  }

  override down() {
    this.addSql("drop table cases");
  }
}
