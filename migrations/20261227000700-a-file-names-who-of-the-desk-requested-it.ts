import { Migration } from "@mikro-orm/migrations";

/** A prepared file is made with the rights of the person of a center's desk who requested it; the owner has none. */
export class AFileNamesWhoOfTheDeskRequestedIt extends Migration {
  override up() {
    this.addSql("alter table exports add column desk_login_id uuid");
  }

  override down() {
    this.addSql("alter table exports drop column desk_login_id");
  }
}
