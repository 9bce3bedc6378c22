import { Migration } from "@mikro-orm/migrations";

/** A center's UPI id lies sealed, with what may be shown of it beside. */
export class ACenterIsPaidByUpi extends Migration {
  override up() {
    this.addSql(`
      alter table centers
        add column upi_sealed text,
        add column upi_masked text,
        add check ((upi_sealed is null) = (upi_masked is null))
    `);
  }

  override down() {
    this.addSql("alter table centers drop column upi_sealed, drop column upi_masked");
  }
}
