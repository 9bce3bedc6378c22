import { Migration } from "@mikro-orm/migrations";

/**
 * Before version 0.4 the booking fee was a line of the visit's bill: when such a fee goes back, its credit note refers to
 * that bill.
 */
export class ACreditNoteMayReferToAVisitsBill extends Migration {
  override up() {
    this.addSql("alter table fee_papers add column bill_id uuid references invoices (id)");
    this.addSql("alter table fee_papers drop constraint fee_papers_invoice");
    this.addSql(`
      alter table fee_papers add constraint fee_papers_invoice
        check (num_nonnulls(invoice_id, bill_id) = (kind = 'credit_note')::int)
    `);
    this.addSql("create index fee_papers_bill on fee_papers (bill_id) where bill_id is not null");
  }

  override down() {
    this.addSql("drop index fee_papers_bill");
    this.addSql("alter table fee_papers drop constraint fee_papers_invoice");
    this.addSql(`
      alter table fee_papers add constraint fee_papers_invoice check ((kind = 'credit_note') = (invoice_id is not null))
        not valid
    `);
    this.addSql("alter table fee_papers drop column bill_id");
  }
}
