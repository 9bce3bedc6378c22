import { Migration } from "@mikro-orm/migrations";

/** Who uploads a file may say in which row its heading stands, and what columns of the template are called there. */
export class WhereAHeadingStandsAndWhatItCallsColumnsIsSaid extends Migration {
  override up() {
    this.addSql("alter table uploads add column heading_row integer, add column named jsonb");
  }

  override down() {
    this.addSql("alter table uploads drop column heading_row, drop column named");
  }
}
