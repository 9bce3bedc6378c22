import { Migration } from "@mikro-orm/migrations";

/**
 * Customers are listed by when they registered and found by name. Whoever was erased keeps a row without the person,
 * because a wallet may have been theirs.
 */
export class CustomersAreListedAndErased extends Migration {
  override up() {
    this.addSql(`
      alter table consumers
        add column erased_at timestamptz(3),
        alter column phone drop not null,
        add constraint consumers_erased check ((erased_at is null) = (phone is not null));
    `);
    this.addSql("create index consumers_list on consumers (created_at desc, id desc) where erased_at is null");
    this.addSql(`
      create index consumers_words on consumers using gin (to_tsvector('simple', name)) where erased_at is null;
    `);
    this.addSql(`
      create table erasures (
        id uuid not null,
        consumer_id uuid,
        phone_hash text not null,
        phone_sealed text,
        ticket_ids uuid[] not null,
        asked_kind text not null,
        asked_by uuid,
        asked_at timestamptz(3) not null,
        done jsonb not null default '{}',
        finished_at timestamptz(3),
        primary key (id),
        check ((finished_at is null) = (phone_sealed is not null))
      );
    `);
    this.addSql("alter table erasures add foreign key (consumer_id) references consumers (id)");
    this.addSql("create unique index erasures_consumer on erasures (consumer_id)");
    this.addSql("create index erasures_unfinished on erasures (asked_at) where finished_at is null");
  }

  override down() {
    this.addSql("drop table erasures");
    this.addSql("drop index consumers_words");
    this.addSql("drop index consumers_list");
    // Whoever was erased has no phone any more: then this fails, and must.
    this.addSql(`
      alter table consumers
        drop constraint consumers_erased,
        drop column erased_at,
        alter column phone set not null;
    `);
  }
}
