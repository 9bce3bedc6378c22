import { Migration } from "@mikro-orm/migrations";

/**
 * After how many calls and minutes at the address a request is closed as not found is a rule that every version has, as it
 * was in the code until now: two calls, 15 minutes, the fee held for a case.
 */
export class NotFoundIsAVisitRule extends Migration {
  override up() {
    this.addSql("alter table visit_rules add column calls integer check (calls >= 0)");
    this.addSql("alter table visit_rules drop constraint visit_rules_cause_check");
    this.addSql("alter table visit_rules drop constraint visit_rules_band_check");
    this.addSql(`
      alter table visit_rules add constraint visit_rules_cause_check
        check (cause in ('customer_cancel', 'customer_change', 'customer_absent', 'center_missed', 'hand_back'))`);
    this.addSql(`
      alter table visit_rules add constraint visit_rules_band_check
        check (band in ('before_acceptance', 'early', 'late', 'change', 'absent', 'missed', 'free', 'later'))`);
    this.addSql(`
      insert into visit_rules (id, version_id, cause, band, minutes, at_most, calls, fee, lead_back_percent, counted)
      select gen_random_uuid(), id, 'customer_absent', 'absent', 15, null, 2, 'held', 0, false from visit_rule_versions`);
  }

  /** By which version requests were closed as not found is lost. */
  override down() {
    this.addSql(`
      delete from visit_decisions where rule_id in (select id from visit_rules where cause = 'customer_absent')`);
    this.addSql("delete from visit_rules where cause = 'customer_absent'");
    this.addSql("alter table visit_rules drop constraint visit_rules_cause_check");
    this.addSql("alter table visit_rules drop constraint visit_rules_band_check");
    this.addSql(`
      alter table visit_rules add constraint visit_rules_cause_check
        check (cause in ('customer_cancel', 'customer_change', 'center_missed', 'hand_back'))`);
    this.addSql(`
      alter table visit_rules add constraint visit_rules_band_check
        check (band in ('before_acceptance', 'early', 'late', 'change', 'missed', 'free', 'later'))`);
    this.addSql("alter table visit_rules drop column calls");
  }
}
