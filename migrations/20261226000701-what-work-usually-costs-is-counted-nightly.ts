import { Migration } from "@mikro-orm/migrations";

/** What work usually costs by service and district is counted each night and read as one row; its index goes. */
export class WhatWorkUsuallyCostsIsCountedNightly extends Migration {
  override up() {
    this.addSql(`
      create table usual_costs (
        service_id uuid not null references services (id),
        district text not null,
        from_paise bigint not null,
        to_paise bigint not null,
        bills integer not null,
        primary key (service_id, district)
      )`);
    this.addSql("drop index tickets_usual_cost");
  }

  override down() {
    this.addSql(`
      create index tickets_usual_cost on tickets (service_id, left(pincode, 3), closed_at desc)
       where status = 'CLOSED' and closing_price_paise > 0
    `);
    this.addSql("drop table usual_costs");
  }
}
