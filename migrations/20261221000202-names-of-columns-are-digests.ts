import { Migration } from "@mikro-orm/migrations";

/**
 * The names clients gave to columns of their files are known again by their digests: where a file has no heading, its
 * first row stands in its place and names people.
 */
export class NamesOfColumnsAreDigests extends Migration {
  override up() {
    this.addSql(`
      update upload_names
         set names = (select jsonb_object_agg(key, encode(sha256(convert_to(value, 'UTF8')), 'hex'))
                        from jsonb_each_text(names))
       where names <> '{}';
    `);
  }

  override down() {
    // A digest cannot be read back; the columns are named once more.
    this.addSql("delete from upload_names");
  }
}
