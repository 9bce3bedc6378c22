import { Migration } from "@mikro-orm/migrations";

/** An offer is described, takes something off the booking fee, and may be good for so many bookings only. */
export class AnOfferTakesOffTheFee extends Migration {
  override up() {
    this.addSql(`
      alter table offers
        add column description text,
        add column category text not null default 'CONSUMER',
        add column fee_off_paise bigint not null default 0 check (fee_off_paise >= 0),
        add column total_uses integer check (total_uses > 0),
        add column uses_per_phone integer check (uses_per_phone > 0),
        add column uses integer not null default 0,
        add column version integer not null default 1
    `);
    this.addSql("create index offers_created on offers (created_at desc, id desc)");
    this.addSql("create index offers_expiry on offers (to_date, id)");
  }

  override down() {
    this.addSql("drop index offers_expiry");
    this.addSql("drop index offers_created");
    this.addSql(`
      alter table offers
        drop column version, drop column uses, drop column uses_per_phone, drop column total_uses,
        drop column fee_off_paise, drop column category, drop column description
    `);
  }
}
