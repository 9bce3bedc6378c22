import { Migration } from "@mikro-orm/migrations";

/** Report files that the clock prepares, each day, week or month; what it prepared is kept longer than a day. */
export class ReportsArePreparedByTheClock extends Migration {
  override up() {
    this.addSql("alter table exports add column keep_days smallint not null default 1");
    this.addSql("alter table exports add check (keep_days between 1 and 31)");
    this.addSql(`
      create table report_schedules (
        id uuid primary key,
        admin_id uuid not null references admins (id) on delete cascade,
        list text not null check (list in ('report', 'revenue_report')),
        every text not null check (every in ('daily', 'weekly', 'monthly')),
        client_id uuid references clients (id) on delete cascade,
        format text not null check (format in ('csv', 'xlsx')),
        locale text not null,
        covered_to date not null,
        created_at timestamptz(3) not null
      )
    `);
    this.addSql("create index report_schedules_of_admin on report_schedules (admin_id, id)");
    this.addSql("create index report_schedules_of_client on report_schedules (client_id) where client_id is not null");
    this.addSql("create index report_schedules_due on report_schedules (covered_to)");
  }

  override down() {
    this.addSql("drop table report_schedules");
    this.addSql("alter table exports drop column keep_days");
  }
}
