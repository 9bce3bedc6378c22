import { Migration } from "@mikro-orm/migrations";

/** A list asks for the code of each row's center, switched off or not: without this it read every code for each. */
export class ListsFindTheirCodes extends Migration {
  override up() {
    this.addSql(
      "create index partner_qrs_of_center on partner_qrs (center_id, created_at) where kind = 'center' and center_id is not null",
    );
  }

  override down() {
    this.addSql("drop index partner_qrs_of_center");
  }
}
