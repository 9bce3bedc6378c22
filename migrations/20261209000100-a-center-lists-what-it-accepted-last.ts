import { Migration } from "@mikro-orm/migrations";

/** A center's requests stand in the order in which it got them: by their acceptance, else by their creation. */
export class ACenterListsWhatItAcceptedLast extends Migration {
  override up() {
    this.addSql(`
      create index tickets_center_came on tickets (center_id, (coalesce(accepted_at, created_at)) desc, id desc)
        where deleted_at is null;
    `);
  }

  override down() {
    this.addSql("drop index tickets_center_came");
  }
}
