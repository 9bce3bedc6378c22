import { Migration } from "@mikro-orm/migrations";

/** Customers see a technician's face only where the technician agreed; until then initials. */
export class ATechnicianAgreesThatCustomersSeeTheFace extends Migration {
  override up() {
    this.addSql("alter table technicians add column shows_face boolean not null default false");
  }

  override down() {
    this.addSql("alter table technicians drop column shows_face");
  }
}
