import { Migration } from "@mikro-orm/migrations";

/**
 * A form that was refused is answered with the address of its page; what was typed lies here, sealed, until the page
 * shows it. It is worth half an hour, so a crash of the database may empty the table.
 */
export class RefusedFormsWaitForTheirPage extends Migration {
  override up() {
    this.addSql(`
      create unlogged table refused_forms (
        id text not null,
        browser text not null,
        network text not null,
        body text not null check (length(body) <= 65536),
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql("create index refused_forms_browser on refused_forms (browser, created_at desc)");
    this.addSql("create index refused_forms_network on refused_forms (network, created_at desc)");
    this.addSql("create index refused_forms_expires on refused_forms (expires_at)");
  }

  override down() {
    this.addSql("drop table refused_forms");
  }
}
