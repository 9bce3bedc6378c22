import { Migration } from "@mikro-orm/migrations";

/**
 * The work of a service is supplied by the operator, by the operator who only pays its tax (section 9(5) of the CGST Act)
 * or by the center, whose bills have a series of their own in each financial year.
 */
export class EachServiceSaysWhoSuppliesItsWork extends Migration {
  override up() {
    this.addSql(`
      alter table services add column supplier text not null default 'operator'
        constraint services_supplier check (supplier in ('operator', 'operator_9_5', 'center'))
    `);
    this.addSql(`
      create table center_invoice_sequences (
        center_id uuid not null,
        financial_year text not null,
        series int not null,
        last int not null,
        primary key (center_id, financial_year),
        foreign key (center_id) references centers (id)
      );
    `);
    this.addSql(
      "create unique index center_invoice_sequences_series on center_invoice_sequences (financial_year, series)",
    );
    this.addSql("alter table invoices add column supplier_center_id uuid references centers (id)");
    this.addSql("drop index invoices_gapless");
    this.addSql(`
      create unique index invoices_gapless on invoices (financial_year, supplier_center_id, sequence) nulls not distinct
    `);
  }

  override down() {
    this.addSql("drop index invoices_gapless");
    this.addSql("create unique index invoices_gapless on invoices (financial_year, sequence)");
    this.addSql("alter table invoices drop column supplier_center_id");
    this.addSql("drop table center_invoice_sequences");
    this.addSql("alter table services drop column supplier");
  }
}
