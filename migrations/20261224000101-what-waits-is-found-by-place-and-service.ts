import { Migration } from "@mikro-orm/migrations";

/**
 * Open requests without a center are found by pincode and service, oldest first, for a center that may take requests
 * again; an offer made in such a run names it, so that its center gets one message for all of them.
 */
export class WhatWaitsIsFoundByPlaceAndService extends Migration {
  override up() {
    this.addSql(`
      create index tickets_waiting on tickets (pincode, service_id, created_at, id)
       where status = 'PENDING' and center_id is null and deleted_at is null
    `);
    this.addSql("alter table broadcasts add column run_id uuid");
    this.addSql("create index broadcasts_run on broadcasts (run_id) where run_id is not null");
  }

  override down() {
    this.addSql("drop index broadcasts_run");
    this.addSql("alter table broadcasts drop column run_id");
    this.addSql("drop index tickets_waiting");
  }
}
