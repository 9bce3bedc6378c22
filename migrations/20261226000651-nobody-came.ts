import { Migration } from "@mikro-orm/migrations";

/** A customer says that nobody came, and chooses what happens then. */
export class NobodyCame extends Migration {
  override up() {
    this.addSql(`
      create table missed_visits (
        id uuid primary key,
        ticket_id uuid not null references tickets (id),
        center_id uuid not null references centers (id),
        rule_id uuid not null references visit_rules (id),
        choice text not null check (choice in ('wait', 'move', 'other_center', 'end')),
        created_at timestamptz(3) not null,
        waits_until timestamptz(3),
        check ((choice = 'wait') = (waits_until is not null))
      )`);
    this.addSql("create index missed_visits_ticket on missed_visits (ticket_id)");
    this.addSql("create index missed_visits_center on missed_visits (center_id)");
    this.addSql("create index missed_visits_rule on missed_visits (rule_id)");
    this.addSql("alter table time_changes add column counted boolean not null default true");
    this.addSql("alter table time_changes alter column counted drop default");
    this.addSql("alter table hand_backs drop constraint hand_backs_reason_check");
    this.addSql(`
      alter table hand_backs add constraint hand_backs_reason_check check (
        reason in ('too_far', 'no_technician', 'no_parts', 'customer_unreachable', 'other_work', 'nobody_came'))`);
  }

  /** Which visits were missed is lost; requests that were taken from a center count as handed back without a technician. */
  override down() {
    this.addSql("update hand_backs set reason = 'no_technician' where reason = 'nobody_came'");
    this.addSql("alter table hand_backs drop constraint hand_backs_reason_check");
    this.addSql(`
      alter table hand_backs add constraint hand_backs_reason_check check (
        reason in ('too_far', 'no_technician', 'no_parts', 'customer_unreachable', 'other_work'))`);
    this.addSql("alter table time_changes drop column counted");
    this.addSql("drop table missed_visits");
  }
}
