import { Migration } from "@mikro-orm/migrations";

/** The cells of an uploaded row are sent and read as one JSON value; a text array was taken apart and put together for each. */
export class CellsOfUploadsAreStoredAsTheyAreSent extends Migration {
  override up() {
    this.addSql("alter table upload_rows alter column cells type jsonb using to_jsonb(cells)");
  }

  override down() {
    this.addSql(`
      create function texts_of(cells jsonb) returns text[] immutable
      return array(select jsonb_array_elements_text(cells))`);
    this.addSql("alter table upload_rows alter column cells type text[] using texts_of(cells)");
    this.addSql("drop function texts_of(jsonb)");
  }
}
