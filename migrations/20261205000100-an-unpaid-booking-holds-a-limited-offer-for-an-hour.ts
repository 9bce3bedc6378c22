import { Migration } from "@mikro-orm/migrations";

/** Since when a booking holds its use of a limited offer: an unpaid one gives it back after an hour. */
export class AnUnpaidBookingHoldsALimitedOfferForAnHour extends Migration {
  override up() {
    this.addSql("alter table offer_uses add column taken_at timestamptz not null default now()");
    this.addSql("update offer_uses u set taken_at = t.created_at from tickets t where t.id = u.ticket_id");
  }

  override down() {
    this.addSql("alter table offer_uses drop column taken_at");
  }
}
