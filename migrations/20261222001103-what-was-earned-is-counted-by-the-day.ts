import { Migration } from "@mikro-orm/migrations";

const incomes = "'booking_fee_income', 'lead_fee_income', 'penalty_income'";
const wallets = "'center_wallet', 'consumer_wallet'";

/** A statement's entries of these kinds of accounts are noted for the counters by the day. */
const noteEntries = (kinds: string) => `
  create or replace function note_entries() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
  begin
    insert into public.report_changes
      select distinct t.ticket_id from fresh join public.transfers t on t.id = fresh.transfer_id
       where t.ticket_id is not null;
    insert into public.report_wallet_changes
      select (fresh.created_at at time zone 'Asia/Kolkata')::date, replace(a.kind, '_wallet', ''), sum(amount_paise)
        from fresh join public.accounts a on a.id = fresh.account_id
       where a.kind in (${kinds}) group by 1, 2;
    return null;
  end $$;
`;

/** What the house earned by the day is counted beside what moved on the wallets: no reader sums the ledger for it. */
export class WhatWasEarnedIsCountedByTheDay extends Migration {
  override up() {
    // Until the sums are taken nothing is earned: an entry is counted by them or by the new function, never twice.
    this.addSql("lock table entries in share row exclusive mode");
    this.addSql("alter table report_wallet_days drop constraint report_wallet_days_wallets_check");
    this.addSql(`
      alter table report_wallet_days add constraint report_wallet_days_wallets_check
        check (wallets in ('center', 'consumer', ${incomes}))
    `);
    this.addSql(noteEntries(`${wallets}, ${incomes}`));
    this.addSql(`
      insert into report_wallet_changes
        select (e.created_at at time zone 'Asia/Kolkata')::date, a.kind, sum(e.amount_paise)
          from entries e join accounts a on a.id = e.account_id where a.kind in (${incomes}) group by 1, 2
    `);
  }

  override down() {
    this.addSql(noteEntries(wallets));
    this.addSql(`delete from report_wallet_changes where wallets in (${incomes})`);
    this.addSql(`delete from report_wallet_days where wallets in (${incomes})`);
    this.addSql("alter table report_wallet_days drop constraint report_wallet_days_wallets_check");
    this.addSql(`
      alter table report_wallet_days add constraint report_wallet_days_wallets_check
        check (wallets in ('center', 'consumer'))
    `);
  }
}
