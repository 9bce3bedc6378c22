import { Migration } from "@mikro-orm/migrations";

/** A phone belongs to one desk once its person signed in there; before that several centers may have added it. */
export class ADeskLoginTakesAPhoneOnceItIsProven extends Migration {
  override up() {
    this.addSql("drop index desk_logins_phone");
    this.addSql(
      "create unique index desk_logins_phone on desk_logins (phone) where ended_at is null and signed_in_at is not null",
    );
    this.addSql(
      "create index desk_logins_unproven_phone on desk_logins (phone) where ended_at is null and signed_in_at is null",
    );
    this.addSql(
      "create unique index desk_logins_center_phone on desk_logins (center_id, phone) where ended_at is null",
    );
    this.addSql(
      "create index desk_logins_unproven on desk_logins (created_at) where ended_at is null and signed_in_at is null",
    );
  }

  override down() {
    // Of several unproven ones of a phone none stays.
    this.addSql(`
      update desk_logins one set ended_at = now() where ended_at is null and signed_in_at is null and exists (
        select from desk_logins other where other.phone = one.phone and other.id <> one.id and other.ended_at is null)`);
    this.addSql("drop index desk_logins_phone");
    this.addSql("drop index desk_logins_unproven_phone");
    this.addSql("drop index desk_logins_center_phone");
    this.addSql("drop index desk_logins_unproven");
    this.addSql("create unique index desk_logins_phone on desk_logins (phone) where ended_at is null");
  }
}
