import { Migration } from "@mikro-orm/migrations";

/**
 * What a client is told of its requests is a row whether it has a webhook or not: a program that was away reads it. A
 * delivery names its event; one that is older stands for itself.
 */
export class AClientsEventsAreListed extends Migration {
  override up() {
    this.addSql(`
      create table client_events (
        id uuid primary key,
        client_id uuid not null references clients (id),
        ticket_id uuid not null,
        event text not null,
        facts jsonb not null,
        created_at timestamptz(3) not null
      )
    `);
    this.addSql("create index client_events_log on client_events (client_id, created_at, id)");
    this.addSql("create index client_events_ticket on client_events (ticket_id)");
    this.addSql("create index client_events_age on client_events (created_at)");
    this.addSql("alter table webhook_deliveries add column event_id uuid");
  }

  override down() {
    this.addSql("alter table webhook_deliveries drop column event_id");
    this.addSql("drop table client_events");
  }
}
