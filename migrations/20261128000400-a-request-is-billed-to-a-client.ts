import { Migration } from "@mikro-orm/migrations";

/** A request of a client keeps the client's own number for it, what the client owes for it, and the admins' paid switch. */
export class ARequestIsBilledToAClient extends Migration {
  override up() {
    this.addSql(`
      alter table tickets
        add column client_reference text,
        add column client_due_paise bigint not null default 0 check (client_due_paise >= 0),
        add column marked_paid boolean not null default true`);
  }

  override down() {
    this.addSql(
      "alter table tickets drop column client_reference, drop column client_due_paise, drop column marked_paid",
    );
  }
}
