import { Migration } from "@mikro-orm/migrations";

/** The lists of names that are searched by their words: the column, and which of its rows. */
const indexes = [
  { name: "centers_words", table: "centers", column: "center_name", rows: "" },
  { name: "technicians_words", table: "technicians", column: "name", rows: "" },
  { name: "onboarders_words", table: "onboarders", column: "name", rows: "" },
  { name: "consumers_words", table: "consumers", column: "name", rows: " where erased_at is null" },
];

/** The signs between words: those of ASCII, quotation marks, dashes, dandas, and spaces of every width. */
const signs =
  ' \t\n\r!"#$%&()*+,-./:;<=>?@[]^_`{|}~\u00a0\u00ad\u0964\u0965\u2010\u2011\u2013\u2014\u2018\u2019\u201c\u201d\u200b\u200c\u200d\u2060\ufeff';
const words = (column: string) =>
  `array_to_tsvector(array_remove(string_to_array(translate(lower(${column}), '${signs}''', '${" ".repeat(signs.length + 1)}'), ' '), ''))`;

/**
 * A customer's request, a center, a technician is found by any word of its name, also one with a sign before it
 * (`K.Verma`), which PostgreSQL's parser reads as the name of a host. The indexes of the beginnings of whole names go.
 */
export class ANameIsFoundByAnyOfItsWords extends Migration {
  override up() {
    for (const { name, table, column, rows } of indexes) {
      this.addSql(`drop index ${name}`);
      this.addSql(`create index ${name} on ${table} using gin (${words(column)})${rows}`);
    }
    this.addSql(`create index tickets_words on tickets using gin (${words("name")}) where deleted_at is null`);
    this.addSql("drop index tickets_name_search");
    this.addSql("drop index centers_name_search");
    this.addSql("drop index technicians_name_search");
  }

  override down() {
    for (const { name, table, column, rows } of indexes) {
      this.addSql(`drop index ${name}`);
      this.addSql(`create index ${name} on ${table} using gin (to_tsvector('simple', ${column}))${rows}`);
    }
    this.addSql("drop index tickets_words");
    this.addSql(
      `create index tickets_name_search on tickets (lower(name) collate "C") include (id, name) where deleted_at is null`,
    );
    this.addSql(`create index centers_name_search on centers (lower(center_name) collate "C")`);
    this.addSql(`create index technicians_name_search on technicians (lower(name) collate "C")`);
  }
}
