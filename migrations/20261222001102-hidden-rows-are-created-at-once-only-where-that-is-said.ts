import { Migration } from "@mikro-orm/migrations";

/** An upload that creates requests without a dry run says whether it also creates those of hidden rows. */
export class HiddenRowsAreCreatedAtOnceOnlyWhereThatIsSaid extends Migration {
  override up() {
    this.addSql("alter table uploads add column takes_hidden boolean not null default false");
  }

  override down() {
    this.addSql("alter table uploads drop column takes_hidden");
  }
}
