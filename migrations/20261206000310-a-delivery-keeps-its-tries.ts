import { Migration } from "@mikro-orm/migrations";

/** What became of each try of a delivery; and what was not delivered is found among what was. */
export class ADeliveryKeepsItsTries extends Migration {
  override up() {
    this.addSql("alter table webhook_deliveries add column tries jsonb not null default '[]'");
    this.addSql(
      "create index webhook_deliveries_open on webhook_deliveries (endpoint_id, status, created_at, id) where status <> 'delivered'",
    );
  }

  override down() {
    this.addSql("drop index webhook_deliveries_open");
    this.addSql("alter table webhook_deliveries drop column tries");
  }
}
