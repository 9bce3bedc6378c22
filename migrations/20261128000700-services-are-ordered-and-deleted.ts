import { Migration } from "@mikro-orm/migrations";

/**
 * Services stand in an order an admin chooses, and a deleted one stays for the requests made with it: its name may be
 * given to another one.
 */
export class ServicesAreOrderedAndDeleted extends Migration {
  override up() {
    this.addSql("alter table services add column position integer not null default 0");
    this.addSql("alter table services add column deleted_at timestamptz(3)");
    this.addSql(`
      update services set position = numbered.position
      from (select id, row_number() over (order by service_name) as position from services) numbered
      where numbered.id = services.id
    `);
    this.addSql("drop index services_name");
    this.addSql("create unique index services_name on services (service_name) where deleted_at is null");
  }

  override down() {
    this.addSql("delete from services where deleted_at is not null");
    this.addSql("drop index services_name");
    this.addSql("create unique index services_name on services (service_name)");
    this.addSql("alter table services drop column deleted_at");
    this.addSql("alter table services drop column position");
  }
}
