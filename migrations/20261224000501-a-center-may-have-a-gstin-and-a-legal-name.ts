import { Migration } from "@mikro-orm/migrations";

/** The name a center is registered under for tax, and its GSTIN; both stand on bills, so neither is sealed. */
export class ACenterMayHaveAGstinAndALegalName extends Migration {
  override up() {
    this.addSql(`
      alter table centers
        add column legal_name text,
        add column gstin text check (gstin ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$')
    `);
  }

  override down() {
    this.addSql("alter table centers drop column legal_name, drop column gstin");
  }
}
