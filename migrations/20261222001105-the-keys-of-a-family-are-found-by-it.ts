import { Migration } from "@mikro-orm/migrations";

/** What a client's key began goes on with the newest key of its family. */
export class TheKeysOfAFamilyAreFoundByIt extends Migration {
  override up() {
    this.addSql("create index client_keys_family on client_keys (family_id, created_at desc)");
  }

  override down() {
    this.addSql("drop index client_keys_family");
  }
}
