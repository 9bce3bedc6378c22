import { Migration } from "@mikro-orm/migrations";

/** Phones that are told when a center comes to a pincode with a service; a row lives 90 days and makes no request. */
export class AWaitlistSaysWhereACenterIsWanted extends Migration {
  override up() {
    this.addSql(`
      create table waitlist (
        id uuid primary key,
        phone text not null,
        pincode text not null,
        service_id uuid not null references services (id),
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        informed_at timestamptz(3)
      )
    `);
    this.addSql("create unique index waitlist_once on waitlist (phone, pincode, service_id)");
    this.addSql("create index waitlist_place on waitlist (pincode, service_id) where informed_at is null");
    this.addSql("create index waitlist_expiry on waitlist (expires_at)");
  }

  override down() {
    this.addSql("drop table waitlist");
  }
}
