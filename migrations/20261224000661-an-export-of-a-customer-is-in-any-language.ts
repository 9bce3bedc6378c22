import { Migration } from "@mikro-orm/migrations";

/** The languages of the product are the folders of its texts, so the database knows only how one is written. */
export class AnExportOfACustomerIsInAnyLanguage extends Migration {
  override up() {
    this.addSql("alter table person_exports drop constraint person_exports_locale_check");
    this.addSql(
      "alter table person_exports add constraint person_exports_locale_check check (locale ~ '^[a-z]{2,3}$')",
    );
  }

  override down() {
    this.addSql("alter table person_exports drop constraint person_exports_locale_check");
    this.addSql("update person_exports set locale = 'en' where locale not in ('en', 'hi')");
    this.addSql("alter table person_exports add constraint person_exports_locale_check check (locale in ('en', 'hi'))");
  }
}
