import { Migration } from "@mikro-orm/migrations";

/**
 * The requests of one pincode are found by an index, over all time: a pincode has few of them. Those of one hour of the day
 * are many; the plan is told how many, or it would read and sort all requests for a page.
 */
export class RequestsAreFoundByPincodeAndHour extends Migration {
  override up() {
    this.addSql(
      "create index tickets_pincode_list on tickets (pincode, created_at desc, id desc) where deleted_at is null",
    );
    this.addSql(
      "create statistics tickets_hour on (extract(hour from created_at at time zone 'Asia/Kolkata')) from tickets",
    );
  }

  override down() {
    this.addSql("drop statistics tickets_hour");
    this.addSql("drop index tickets_pincode_list");
  }
}
