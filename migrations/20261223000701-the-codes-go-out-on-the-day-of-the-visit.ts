import { Migration } from "@mikro-orm/migrations";

/**
 * The customer's two codes go out on the day of the visit (fixed point 3), so a request has the moment they did, and the
 * one its technician set out. Requests whose technician is assigned already had their codes sent at that time.
 */
export class TheCodesGoOutOnTheDayOfTheVisit extends Migration {
  override up() {
    this.addSql("alter table tickets add column codes_sent_at timestamptz, add column on_the_way_at timestamptz");
    this.addSql(
      `update tickets set codes_sent_at = assigned_at
        where happy_code is not null and status not in ('CLOSED', 'CANCEL')`,
    );
    this.addSql(
      `create index tickets_codes_wait on tickets (specific_date_time)
        where technician_id is not null and codes_sent_at is null and deleted_at is null
          and status in ('PENDING', 'ACCEPTED', 'VERIFIED')`,
    );
  }

  override down() {
    this.addSql("drop index tickets_codes_wait");
    this.addSql("alter table tickets drop column codes_sent_at, drop column on_the_way_at");
  }
}
