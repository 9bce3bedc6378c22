import { Migration } from "@mikro-orm/migrations";

/** Whether a center paid for its onboarding kit (R264). */
export class WhoPaidForTheOnboardingKit extends Migration {
  override up() {
    this.addSql("alter table centers add column paid_for_onboarding_kit boolean not null default false");
    this.addSql("create index centers_without_broadcasts on centers (id) where broadcast_disabled and is_active <> 0");
  }

  override down() {
    this.addSql("drop index centers_without_broadcasts");
    this.addSql("alter table centers drop column paid_for_onboarding_kit");
  }
}
