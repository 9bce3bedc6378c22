import { Migration } from "@mikro-orm/migrations";

/**
 * The bills of visits are listed by day, by who supplies the work and by center, and summed without reading the papers
 * themselves. The columns are taken from the paper, so they say what it says.
 */
export class VisitBillsAreListedAndSummed extends Migration {
  override up() {
    const paise = (name: string, fact: string) =>
      `add column ${name} bigint not null generated always as (coalesce((facts->>'${fact}')::bigint, 0)) stored`;
    this.addSql(`
      alter table invoices
        add column supplied_by text not null generated always as (coalesce(facts->>'suppliedBy', 'operator')) stored,
        ${paise("taxable_paise", "taxablePaise")},
        ${paise("cgst_paise", "cgstPaise")},
        ${paise("sgst_paise", "sgstPaise")},
        ${paise("igst_paise", "igstPaise")}
    `);
    const sums = "taxable_paise, cgst_paise, sgst_paise, igst_paise, total_paise";
    this.addSql(`create index invoices_issued on invoices (issued_at desc, id desc) include (${sums})`);
    this.addSql(`create index invoices_supplied on invoices (supplied_by, issued_at desc, id desc) include (${sums})`);
    this.addSql(`
      create index invoices_center on invoices (supplier_center_id, issued_at desc, id desc)
        include (supplied_by, ${sums}) where supplier_center_id is not null
    `);
    this.addSql("create index invoices_number_prefix on invoices (number text_pattern_ops)");
  }

  override down() {
    this.addSql("drop index invoices_number_prefix");
    this.addSql("drop index invoices_center");
    this.addSql("drop index invoices_supplied");
    this.addSql("drop index invoices_issued");
    this.addSql(`
      alter table invoices drop column supplied_by, drop column taxable_paise, drop column cgst_paise,
        drop column sgst_paise, drop column igst_paise
    `);
  }
}
