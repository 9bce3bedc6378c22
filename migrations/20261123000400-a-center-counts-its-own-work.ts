import { Migration } from "@mikro-orm/migrations";

/** A center's dashboard counts what it accepted and closed in a time, and what it earned: from two narrow indexes. */
export class ACenterCountsItsOwnWork extends Migration {
  override up() {
    this.addSql(`
      create index tickets_center_accepted on tickets (center_id, accepted_at)
        where accepted_at is not null and deleted_at is null;
    `);
    this.addSql(`
      create index tickets_center_closed on tickets (center_id, closed_at)
        include (closing_price_paise, star_rating) where status = 'CLOSED' and deleted_at is null;
    `);
  }

  override down() {
    this.addSql("drop index tickets_center_closed");
    this.addSql("drop index tickets_center_accepted");
  }
}
