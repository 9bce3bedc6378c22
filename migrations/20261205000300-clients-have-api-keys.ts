import { Migration } from "@mikro-orm/migrations";

/** A client's programs sign in with keys of their own. Only a key's hash is kept; its rotations share a family. */
export class ClientsHaveApiKeys extends Migration {
  override up() {
    this.addSql(`
      create table client_keys (
        id uuid not null,
        client_id uuid not null,
        family_id uuid not null,
        name text not null,
        prefix text not null,
        key_hash text not null,
        scopes text[] not null,
        created_kind text not null,
        created_by uuid,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3),
        rotated_at timestamptz(3),
        revoked_at timestamptz(3),
        last_used_at timestamptz(3),
        primary key (id),
        check (cardinality(scopes) > 0)
      );
    `);
    this.addSql("alter table client_keys add foreign key (client_id) references clients (id)");
    this.addSql("create unique index client_keys_prefix on client_keys (prefix)");
    this.addSql("create index client_keys_client on client_keys (client_id, created_at desc)");
  }

  override down() {
    this.addSql("drop table client_keys");
  }
}
