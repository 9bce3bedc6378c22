import { Migration } from "@mikro-orm/migrations";

/**
 * A request says since when its closing price is paid, and the reference of an online payment. What was closed before is
 * paid in cash, or where its bill says so, or, where there is no bill, where it cost nothing or its remark says that the
 * payment was collected.
 */
export class AClosingSaysWhetherItWasPaid extends Migration {
  override up() {
    this.addSql(`
      alter table tickets
        add column paid_at timestamptz,
        add column payment_reference text,
        add constraint tickets_reference_is_paid check (payment_reference is null or paid_at is not null)
    `);
    this.addSql(`
      update tickets t set paid_at = t.closed_at
       where t.status = 'CLOSED' and t.closed_at is not null
         and (t.payment_type = 'Cash' or coalesce(
           (select (i.facts->>'paid')::boolean from invoices i where i.ticket_id = t.id),
           coalesce(t.closing_price_paise, 0) = 0
             or t.close_remarks = 'Visit Done, Work Completed (Payment Collected)',
           false
         ))
    `);
  }

  override down() {
    this.addSql("alter table tickets drop column paid_at, drop column payment_reference");
  }
}
