import { Migration } from "@mikro-orm/migrations";

/** A person is found by the second number of somebody else's request. */
export class ASecondNumberIsFound extends Migration {
  override up() {
    this.addSql(`
      create index tickets_alternate_phone on tickets (alternate_phone) where alternate_phone is not null;
    `);
  }

  override down() {
    this.addSql("drop index tickets_alternate_phone");
  }
}
