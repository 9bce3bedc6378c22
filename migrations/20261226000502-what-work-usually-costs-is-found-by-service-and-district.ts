import { Migration } from "@mikro-orm/migrations";

/** What work usually costs is counted at every booking: by an index of a service's bills in a district, the latest first. */
export class WhatWorkUsuallyCostsIsFoundByServiceAndDistrict extends Migration {
  override up() {
    this.addSql(`
      create index tickets_usual_cost on tickets (service_id, left(pincode, 3), closed_at desc)
       where status = 'CLOSED' and closing_price_paise > 0
    `);
  }

  override down() {
    this.addSql("drop index tickets_usual_cost");
  }
}
