import { Migration } from "@mikro-orm/migrations";

/**
 * An offer keeps how often its center reserved it and did not pay, when that ended last, and how often it was reserved
 * again while nobody else could take it.
 */
export class AnOfferCountsItsUnpaidReservations extends Migration {
  override up() {
    this.addSql(`
      alter table broadcasts
        add column unpaid_ends int not null default 0,
        add column unpaid_ended_at timestamptz(3),
        add column further_tries int not null default 0,
        add check (unpaid_ends >= 0 and further_tries >= 0),
        add check ((unpaid_ends > 0) = (unpaid_ended_at is not null));
    `);
    this.addSql(
      "create index broadcasts_unpaid on broadcasts (ticket_id, unpaid_ended_at) where unpaid_ended_at is not null",
    );
    this.addSql("create index broadcasts_center_reserved on broadcasts (center_id) where status = 'RESERVED'");
  }

  override down() {
    this.addSql("drop index broadcasts_unpaid, broadcasts_center_reserved");
    this.addSql(
      "alter table broadcasts drop column unpaid_ends, drop column unpaid_ended_at, drop column further_tries",
    );
  }
}
