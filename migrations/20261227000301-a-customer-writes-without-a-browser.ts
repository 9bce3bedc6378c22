import { Migration } from "@mikro-orm/migrations";

/** A customer who proves the phone by a call has no browser to name as a note's author. */
export class ACustomerWritesWithoutABrowser extends Migration {
  override up() {
    this.addSql("alter table remarks alter column author_id drop not null");
    this.addSql(
      "alter table remarks add constraint remarks_author check (author_id is not null or author_kind = 'customer')",
    );
  }

  /** Such a note names its request as its author. */
  override down() {
    this.addSql("update remarks set author_id = ticket_id where author_id is null");
    this.addSql("alter table remarks drop constraint remarks_author");
    this.addSql("alter table remarks alter column author_id set not null");
  }
}
