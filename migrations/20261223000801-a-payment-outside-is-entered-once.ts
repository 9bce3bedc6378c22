import { Migration } from "@mikro-orm/migrations";

/** What a center paid outside is entered once: by its reference, in any case and with or without spaces. */
export class APaymentOutsideIsEnteredOnce extends Migration {
  override up() {
    this.addSql(`
      create unique index adjustments_reference on adjustments (lower(replace(remarks, ' ', '')))
        where kind = 'Subscription' and state in ('WAITING', 'DONE')
    `);
  }

  override down() {
    this.addSql("drop index adjustments_reference");
  }
}
