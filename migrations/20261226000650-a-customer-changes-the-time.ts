import { Migration } from "@mikro-orm/migrations";

/**
 * A customer changes the time of a request, by a rule that every version has: twice, until an hour before, without a fee.
 */
export class ACustomerChangesTheTime extends Migration {
  override up() {
    this.addSql("alter table visit_rules drop constraint visit_rules_cause_check");
    this.addSql("alter table visit_rules drop constraint visit_rules_band_check");
    this.addSql(`
      alter table visit_rules add constraint visit_rules_cause_check
        check (cause in ('customer_cancel', 'customer_change', 'center_missed', 'hand_back'))`);
    this.addSql(`
      alter table visit_rules add constraint visit_rules_band_check
        check (band in ('before_acceptance', 'early', 'late', 'change', 'missed', 'free', 'later'))`);
    this.addSql(`
      insert into visit_rules (id, version_id, cause, band, minutes, at_most, fee, lead_back_percent, counted)
      select gen_random_uuid(), id, 'customer_change', 'change', 60, 2, 'held', 0, true from visit_rule_versions`);
    this.addSql(`
      insert into visit_rules (id, version_id, cause, band, minutes, at_most, fee, lead_back_percent, counted)
      select gen_random_uuid(), id, 'center_missed', 'missed', 15, null, 'back', 0, true from visit_rule_versions`);
    this.addSql(`
      create table time_changes (
        id uuid primary key,
        ticket_id uuid not null references tickets (id),
        center_id uuid references centers (id),
        rule_id uuid not null references visit_rules (id),
        from_type text not null,
        from_at timestamptz(3),
        type text not null check (type in ('IMMEDIATELY', 'WITHIN_24_HOURS', 'SPECIFIC_DATE_AND_TIME')),
        at timestamptz(3),
        state text not null check (state in ('DONE', 'OPEN', 'AGREED', 'REFUSED', 'EXPIRED')),
        created_at timestamptz(3) not null,
        expires_at timestamptz(3),
        ended_at timestamptz(3),
        check ((type = 'SPECIFIC_DATE_AND_TIME') = (at is not null)),
        check ((state = 'OPEN') = (ended_at is null)),
        check (state = 'DONE' or (center_id is not null and expires_at is not null))
      )`);
    this.addSql("create index time_changes_ticket on time_changes (ticket_id)");
    this.addSql("create index time_changes_rule on time_changes (rule_id)");
    this.addSql("create unique index one_open_time_change on time_changes (ticket_id) where state = 'OPEN'");
    this.addSql("create index time_changes_due on time_changes (expires_at) where state = 'OPEN'");
  }

  /** Which times were changed, by whom and when is lost. */
  override down() {
    this.addSql("drop table time_changes");
    this.addSql("delete from visit_rules where cause in ('customer_change', 'center_missed')");
    this.addSql("alter table visit_rules drop constraint visit_rules_cause_check");
    this.addSql("alter table visit_rules drop constraint visit_rules_band_check");
    this.addSql(`
      alter table visit_rules add constraint visit_rules_cause_check check (cause in ('customer_cancel', 'hand_back'))`);
    this.addSql(`
      alter table visit_rules add constraint visit_rules_band_check
        check (band in ('before_acceptance', 'early', 'late', 'free', 'later'))`);
  }
}
