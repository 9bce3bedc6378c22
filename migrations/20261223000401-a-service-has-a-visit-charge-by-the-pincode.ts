import { Migration } from "@mikro-orm/migrations";

/** What a visit costs is set by service and the first three digits of a pincode, each amount from its day on. */
export class AServiceHasAVisitChargeByThePincode extends Migration {
  override up() {
    this.addSql(`
      create table visit_charges (
        id uuid not null,
        service_id uuid not null references services (id),
        area text not null check (area ~ '^[1-9][0-9]{2}$'),
        amount_paise bigint not null check (amount_paise >= 0),
        effective_from timestamptz(3) not null,
        created_by uuid,
        created_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    // The charge in force is the newest one that has begun; an area has one from one moment on.
    this.addSql("create unique index visit_charges_in_force on visit_charges (service_id, area, effective_from desc)");
  }

  override down() {
    this.addSql("drop table visit_charges");
  }
}
