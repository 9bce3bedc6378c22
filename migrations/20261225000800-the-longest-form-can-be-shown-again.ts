import { Migration } from "@mikro-orm/migrations";

/** A form of 72 KiB, sealed, is a third longer: a blog post refused or sent in an ended session is not lost. */
export class TheLongestFormCanBeShownAgain extends Migration {
  override up() {
    this.addSql("alter table refused_forms drop constraint refused_forms_body_check");
    this.addSql("alter table refused_forms add constraint refused_forms_body_check check (length(body) <= 131072)");
  }

  override down() {
    this.addSql("delete from refused_forms where length(body) > 65536");
    this.addSql("alter table refused_forms drop constraint refused_forms_body_check");
    this.addSql("alter table refused_forms add constraint refused_forms_body_check check (length(body) <= 65536)");
  }
}
