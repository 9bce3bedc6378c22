import { Migration } from "@mikro-orm/migrations";

/**
 * Everything held of a customer is handed out as a file, and an erasure says why it was asked. The row of a file is its
 * receipt and stays; the file itself goes after a day, or with the customer.
 */
export class WhatIsHeldOfACustomerIsHandedOut extends Migration {
  override up() {
    this.addSql("alter table erasures add column reason text");
    this.addSql("alter table erasures add check (reason in ('asked', 'authority', 'unneeded'))");
    this.addSql(`
      create table person_exports (
        id uuid not null,
        consumer_id uuid not null,
        admin_id uuid not null,
        reason text not null,
        locale text not null,
        asked_at timestamptz(3) not null,
        blob_id uuid,
        contents jsonb,
        bytes bigint,
        made_at timestamptz(3),
        refused_at timestamptz(3),
        primary key (id),
        check (reason in ('asked', 'authority', 'dispute')),
        check (locale in ('en', 'hi')),
        check ((made_at is null) = (contents is null) and (made_at is null) = (bytes is null)),
        check (blob_id is null or made_at is not null),
        check (made_at is null or refused_at is null)
      );
    `);
    this.addSql("alter table person_exports add foreign key (consumer_id) references consumers (id)");
    this.addSql("alter table person_exports add foreign key (admin_id) references admins (id)");
    this.addSql("alter table person_exports add foreign key (blob_id) references blobs (id)");
    this.addSql("create index person_exports_consumer on person_exports (consumer_id, asked_at desc)");
    this.addSql("create index person_exports_admin on person_exports (admin_id)");
    this.addSql("create index person_exports_files on person_exports (made_at) where blob_id is not null");
    this.addSql("create unique index person_exports_blob on person_exports (blob_id) where blob_id is not null");
  }

  override down() {
    this.addSql("drop table person_exports");
    this.addSql("alter table erasures drop column reason");
  }
}
