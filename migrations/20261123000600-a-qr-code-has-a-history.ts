import { Migration } from "@mikro-orm/migrations";

/** The internal id of a QR code, by which its history is found: a dealer's code has no center to be told with. */
export class AQrCodeHasAHistory extends Migration {
  override up() {
    this.addSql("alter table partner_qrs add column id uuid not null default gen_random_uuid()");
    this.addSql("create unique index partner_qrs_id on partner_qrs (id)");
  }

  override down() {
    this.addSql("alter table partner_qrs drop column id");
  }
}
