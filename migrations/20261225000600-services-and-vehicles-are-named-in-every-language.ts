import { Migration } from "@mikro-orm/migrations";

/** Services and vehicles have a name in each language, by its code, as `{"hi": "…"}`; their names in data are English. */
export class ServicesAndVehiclesAreNamedInEveryLanguage extends Migration {
  override up() {
    for (const table of ["services", "vehicles"]) {
      this.addSql(
        `alter table ${table} add column names jsonb not null default '{}' check (jsonb_typeof(names) = 'object')`,
      );
      this.addSql(
        `update ${table} set names = jsonb_build_object('hi', hindi_name) where coalesce(hindi_name, '') <> ''`,
      );
      this.addSql(`alter table ${table} drop column hindi_name`);
    }
  }

  /** Names in further languages are lost. */
  override down() {
    for (const table of ["services", "vehicles"]) {
      this.addSql(`alter table ${table} add column hindi_name text`);
      this.addSql(`update ${table} set hindi_name = names->>'hi'`);
      this.addSql(`alter table ${table} drop column names`);
    }
  }
}
