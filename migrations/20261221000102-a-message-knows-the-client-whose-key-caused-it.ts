import { Migration } from "@mikro-orm/migrations";

/** Messages caused by a client's API key are counted for the client, as those of a center are for the center. */
export class AMessageKnowsTheClientWhoseKeyCausedIt extends Migration {
  override up() {
    this.addSql("alter table messages add column sender_client_id uuid");
    this.addSql(
      "create index messages_client on messages (sender_client_id, created_at desc) where sender_client_id is not null",
    );
  }

  override down() {
    this.addSql("drop index messages_client");
    this.addSql("alter table messages drop column sender_client_id");
  }
}
