import { Migration } from "@mikro-orm/migrations";

/** A bulk act knows the list its rows were selected in, whose permission is asked again for each row. */
export class ABulkActKnowsItsList extends Migration {
  override up() {
    this.addSql("alter table bulk_acts add column list text not null default 'requests'");
    this.addSql("alter table bulk_acts alter column list drop default");
  }

  override down() {
    this.addSql("alter table bulk_acts drop column list");
  }
}
