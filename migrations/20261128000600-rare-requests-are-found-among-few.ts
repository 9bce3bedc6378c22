import { Migration } from "@mikro-orm/migrations";

/**
 * Requests without service that are over, and open requests of clients, are few among many: a filter for them would walk
 * through the whole list. Partial indexes, because then only such a request pays for one, and other bookings do not.
 */
export class RareRequestsAreFoundAmongFew extends Migration {
  override up() {
    this.addSql(`
      create index tickets_no_service_status on tickets (status, created_at desc, id desc)
        where deleted_at is null and not service_available
    `);
    this.addSql(`
      create index tickets_of_clients_open on tickets (created_at desc, id desc)
        where deleted_at is null and client_id is not null and status not in ('CLOSED', 'CANCEL')
    `);
  }

  override down() {
    this.addSql("drop index tickets_of_clients_open");
    this.addSql("drop index tickets_no_service_status");
  }
}
