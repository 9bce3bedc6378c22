import { Migration } from "@mikro-orm/migrations";

/** How many rows of an upload its sheet does not show, and how many of its cells are results of formulas, is said of it. */
export class HiddenRowsAndFormulasOfAnUploadAreCounted extends Migration {
  override up() {
    this.addSql(`
      alter table uploads
        add column hidden_rows integer not null default 0,
        add column formula_cells integer not null default 0`);
  }

  override down() {
    this.addSql("alter table uploads drop column hidden_rows, drop column formula_cells");
  }
}
