import { Migration } from "@mikro-orm/migrations";

/** An event is about one request or one upload of a client's; an upload ends once, so it has one event. */
export class AClientsEventIsAboutARequestOrAnUpload extends Migration {
  override up() {
    this.addSql("alter table client_events add column upload_id uuid, alter column ticket_id drop not null");
    this.addSql(
      "alter table client_events add constraint client_events_about check (num_nonnulls(ticket_id, upload_id) = 1)",
    );
    this.addSql("create unique index client_events_upload on client_events (upload_id) where upload_id is not null");
  }

  override down() {
    this.addSql("delete from webhook_deliveries where event = 'upload.done'");
    this.addSql("delete from webhook_endpoints where events = array['upload.done']");
    this.addSql("update webhook_endpoints set events = array_remove(events, 'upload.done')");
    this.addSql("delete from client_events where upload_id is not null");
    this.addSql("drop index client_events_upload");
    this.addSql("alter table client_events drop constraint client_events_about");
    this.addSql("alter table client_events drop column upload_id, alter column ticket_id set not null");
  }
}
