import { Migration } from "@mikro-orm/migrations";

/** An export is made from when it begins; one that has not begun waits for an earlier one of its account. */
export class AnAccountHasTwoExportsUnderWay extends Migration {
  override up() {
    this.addSql("alter table exports add column begun_at timestamptz(3)");
    this.addSql("update exports set begun_at = created_at");
    this.addSql(
      "create index exports_not_begun on exports (created_at, id) where begun_at is null and refused_at is null",
    );
  }

  override down() {
    this.addSql("delete from exports where begun_at is null");
    this.addSql("drop index exports_not_begun");
    this.addSql("alter table exports drop column begun_at");
  }
}
