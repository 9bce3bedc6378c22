import { Migration } from "@mikro-orm/migrations";

/** Services and vehicles are named in Hindi, too; without such a name the other one stands. */
export class ServicesAndVehiclesHaveHindiNames extends Migration {
  override up() {
    this.addSql("alter table services add column hindi_name text");
    this.addSql("alter table vehicles add column hindi_name text");
  }

  override down() {
    this.addSql("alter table services drop column hindi_name");
    this.addSql("alter table vehicles drop column hindi_name");
  }
}
