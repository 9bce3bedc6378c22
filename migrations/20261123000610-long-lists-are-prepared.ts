import { Migration } from "@mikro-orm/migrations";

/** Files of long lists that are made in the background and kept for a day. */
export class LongListsArePrepared extends Migration {
  override up() {
    this.addSql(`
      create table exports (
        id uuid not null,
        owner_kind text not null,
        owner_id uuid not null,
        list text not null,
        format text not null,
        locale text not null,
        filter jsonb not null,
        rows integer,
        blob_id uuid,
        created_at timestamptz(3) not null,
        made_at timestamptz(3),
        primary key (id)
      );
    `);
    this.addSql(`
      alter table exports
        add foreign key (blob_id) references blobs (id),
        add check (owner_kind in ('center')),
        add check ((blob_id is null) = (made_at is null) and (blob_id is null) = (rows is null));
    `);
    this.addSql("create index exports_of_owner on exports (owner_kind, owner_id, created_at desc)");
    this.addSql("create index exports_age on exports ((coalesce(made_at, created_at)))");
    this.addSql("create index exports_blob on exports (blob_id) where blob_id is not null");
    this.addSql("create index blobs_export on blobs (created_at) where kind = 'export'");
  }

  override down() {
    this.addSql("drop index blobs_export");
    this.addSql("drop table exports");
  }
}
