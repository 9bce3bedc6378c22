import { Migration } from "@mikro-orm/migrations";

/** What payments need when the provider errs: tries of a refused refund, the last checkout, the emulator's faults. */
export class PaymentsUnderFaults extends Migration {
  override up() {
    this.addSql("alter table refunds add column tries integer not null default 0");
    this.addSql("create index refunds_refused on refunds (updated_at) where status = 'failed'");
    this.addSql("alter table orders add column payable_at timestamptz(3)");
    this.addSql(`
      create table sandbox_faults (
        provider text primary key,
        plan jsonb not null,
        drawn bigint not null default 0
      )`);
  }

  override down() {
    this.addSql("drop table sandbox_faults");
    this.addSql("alter table orders drop column payable_at");
    this.addSql("drop index refunds_refused");
    this.addSql("alter table refunds drop column tries");
  }
}
