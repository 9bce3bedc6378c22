import { Migration } from "@mikro-orm/migrations";

/** Whether a client's own id of a request is taken is asked with each one that is created or changed, in any case. */
export class AClientsOwnIdOfARequestIsFoundByIt extends Migration {
  override up() {
    this.addSql(`
      create index tickets_client_reference on tickets (client_id, lower(client_reference))
        where client_reference is not null and deleted_at is null
    `);
  }

  override down() {
    this.addSql("drop index tickets_client_reference");
  }
}
