import { Migration } from "@mikro-orm/migrations";

/**
 * A message to a customer knows which center's act it tells of, whether the phone proved itself for that request, and
 * whether it holds a place in the limits of its phone and its center.
 */
export class AMessageKnowsOnWhoseAccountItGoes extends Migration {
  override up() {
    this.addSql(`
      alter table messages
        add column sender_center_id uuid,
        add column proved boolean,
        add column metered boolean not null default false
    `);
    this.addSql(
      "create index messages_sender on messages (sender_center_id, created_at desc) where sender_center_id is not null",
    );
  }

  override down() {
    this.addSql("drop index messages_sender");
    this.addSql("alter table messages drop column sender_center_id, drop column proved, drop column metered");
  }
}
