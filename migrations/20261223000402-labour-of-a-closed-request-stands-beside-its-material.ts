import { Migration } from "@mikro-orm/migrations";

/** What a center charged for its labour; null where one amount was entered for labour and material together. */
export class LabourOfAClosedRequestStandsBesideItsMaterial extends Migration {
  override up() {
    this.addSql("alter table tickets add column labour_paise bigint");
  }

  override down() {
    this.addSql("alter table tickets drop column labour_paise");
  }
}
