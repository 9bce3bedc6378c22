import { Migration } from "@mikro-orm/migrations";

/**
 * A message is followed to its end: what its provider reports of it, who is to hear when it is given up, and the job
 * that can be run again for it. What was being sent, or was to be tried again, is queued now.
 */
export class EachMessageHasItsState extends Migration {
  override up() {
    this.addSql("alter table messages drop constraint messages_status_check");
    this.addSql(`
      alter table messages
        add column recipient_key text,
        add column job text,
        add column payload jsonb,
        add column delivered_at timestamptz(3),
        add column alerted_at timestamptz(3)
    `);
    this.addSql("update messages set status = 'queued' where status = 'sending'");
    this.addSql(
      "alter table messages add check (status in ('queued', 'sent', 'delivered', 'failed', 'given_up', 'withheld'))",
    );
    this.addSql("create index messages_provider on messages (provider_id) where provider_id is not null");
    this.addSql("create index messages_recipient on messages (recipient_key, created_at desc)");
    this.addSql("create index messages_open on messages (claimed_at) where status = 'queued'");
    this.addSql("create index messages_given_up on messages (created_at) where status = 'given_up'");
    this.addSql("create index messages_replayable on messages (created_at) where payload is not null");
  }

  override down() {
    this.addSql(
      "drop index messages_provider, messages_recipient, messages_open, messages_given_up, messages_replayable",
    );
    this.addSql("alter table messages drop constraint messages_status_check");
    this.addSql("update messages set status = 'sent' where status = 'delivered'");
    this.addSql("update messages set status = 'failed' where status in ('queued', 'given_up')");
    this.addSql(
      "alter table messages drop column recipient_key, drop column job, drop column payload, drop column delivered_at, drop column alerted_at",
    );
    this.addSql("alter table messages add check (status in ('sending', 'sent', 'failed', 'withheld'))");
  }
}
