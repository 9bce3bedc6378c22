import { Migration } from "@mikro-orm/migrations";

/** Messages sent to people. */
export class Messages extends Migration {
  override up() {
    this.addSql(`
      create table messages (
        id uuid not null,
        cause text not null,
        channel text not null,
        template text not null,
        recipient text not null,
        ticket_id uuid,
        status text not null,
        provider_id text,
        error text,
        attempts int not null default 1,
        created_at timestamptz(3) not null,
        claimed_at timestamptz(3) not null,
        sent_at timestamptz(3),
        primary key (id)
      );
    `);
    this.addSql("alter table messages add check (status in ('sending', 'sent', 'failed', 'withheld'))");
    this.addSql("create unique index messages_cause on messages (cause)");
    this.addSql("create index messages_list on messages (created_at desc, id desc)");
    this.addSql("create index messages_ticket on messages (ticket_id) where ticket_id is not null");
  }

  override down() {
    this.addSql("drop table messages");
  }
}
