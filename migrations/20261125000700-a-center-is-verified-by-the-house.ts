import { Migration } from "@mikro-orm/migrations";

/** Somebody of the house has looked at a center and stands for it; those that are there already count as looked at. */
export class ACenterIsVerifiedByTheHouse extends Migration {
  override up() {
    this.addSql("alter table centers add column verified_at timestamptz(3)");
    this.addSql("update centers set verified_at = created_at");
    this.addSql("create index centers_unverified on centers (id) where verified_at is null and is_active = 1");
  }

  override down() {
    this.addSql("drop index centers_unverified");
    this.addSql("alter table centers drop column verified_at");
  }
}
