import { Migration } from "@mikro-orm/migrations";

/** A row of an upload names the columns whose values were not taken, because its sender may not set them. */
export class ARowOfAnUploadNamesWhatWasNotTaken extends Migration {
  override up() {
    this.addSql("alter table upload_rows add column untaken jsonb");
  }

  override down() {
    this.addSql("alter table upload_rows drop column untaken");
  }
}
