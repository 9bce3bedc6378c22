import { Migration } from "@mikro-orm/migrations";

/** The requests of one pincode are found by an index, over all time: a pincode has few of them. */
export class RequestsAreFoundByTheirPincode extends Migration {
  override up() {
    this.addSql(
      "create index tickets_pincode_list on tickets (pincode, created_at desc, id desc) where deleted_at is null",
    );
  }

  override down() {
    this.addSql("drop index tickets_pincode_list");
  }
}
