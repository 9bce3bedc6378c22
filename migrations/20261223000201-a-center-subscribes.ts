import { Migration } from "@mikro-orm/migrations";

const earned = "'booking_fee_income', 'lead_fee_income', 'penalty_income'";
const wallets = "'center_wallet', 'consumer_wallet'";
const purposes = "'booking_fee', 'lead_fee', 'recharge', 'pick_drop', 'ride_fare'";
const byHand = "'Refund', 'Penalty', 'Wallet Added', 'BONUS'";

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

/** The constraints and indexes that list purposes, kinds of adjustments and incomes by name. */
const lists = (purpose: string, center: string, adjusted: string, credits: string, incomes: string) => `
  alter table orders drop constraint orders_purpose_check;
  alter table orders add constraint orders_purpose_check check (purpose in (${purpose}));
  drop index orders_of_centers;
  create index orders_of_centers on orders (created_at desc, id desc) where purpose in (${center});
  alter table adjustments drop constraint adjustments_kind;
  alter table adjustments add constraint adjustments_kind check (kind in (${adjusted}));
  drop index adjustments_credits;
  create index adjustments_credits on adjustments (moved_at)
    where state = 'DONE' and decided_by is null and kind in (${credits});
  alter table report_wallet_days drop constraint report_wallet_days_wallets_check;
  alter table report_wallet_days add constraint report_wallet_days_wallets_check
    check (wallets in ('center', 'consumer', ${incomes}));
`;

/** What centers buy to be offered requests after their trial, how it is paid, and what the house earns by it. */
export class ACenterSubscribes extends Migration {
  override up() {
    this.addSql(
      lists(
        `${purposes}, 'subscription'`,
        "'lead_fee', 'recharge', 'subscription'",
        `${byHand}, 'Subscription'`,
        "'Wallet Added', 'BONUS', 'Subscription'",
        `${earned}, 'subscription_income'`,
      ),
    );
    this.addSql(
      "alter table orders add constraint orders_subscription check (purpose <> 'subscription' or center_id is not null)",
    );
    this.addSql(
      "alter table adjustments add constraint adjustments_subscription check (kind <> 'Subscription' or center_id is not null)",
    );
    this.addSql(noteEntries(`${wallets}, ${earned}, 'subscription_income'`));
    this.addSql("insert into accounts (id, kind, created_at) values (gen_random_uuid(), 'subscription_income', now())");
    this.addSql(`
      create table subscriptions (
        id uuid not null,
        center_id uuid not null,
        product text not null,
        paid_by text not null,
        state text not null,
        amount_paise bigint not null,
        balance_paise bigint,
        instalment_id uuid,
        order_id uuid,
        adjustment_id uuid,
        starts_at timestamptz(3),
        ends_at timestamptz(3),
        days int,
        given_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (id),
        foreign key (center_id) references centers (id),
        foreign key (instalment_id) references subscriptions (id),
        foreign key (order_id) references orders (id),
        foreign key (adjustment_id) references adjustments (id),
        check (product in ('annual', 'first_instalment', 'balance')),
        check (paid_by in ('card', 'wallet', 'outside')),
        check (state in ('WAITING', 'ACTIVE', 'NOT_GIVEN')),
        check (amount_paise > 0 and balance_paise > 0),
        check ((product = 'first_instalment') = (balance_paise is not null)),
        check ((product = 'balance') = (instalment_id is not null)),
        check ((paid_by = 'card') = (order_id is not null)),
        check ((paid_by = 'outside') = (adjustment_id is not null)),
        check (paid_by <> 'wallet' or state = 'ACTIVE'),
        check (num_nonnulls(starts_at, ends_at, days, given_at) = case state when 'ACTIVE' then 4 else 0 end),
        check (ends_at > starts_at and days > 0)
      )
    `);
    this.addSql("create index subscriptions_center on subscriptions (center_id, created_at desc, id desc)");
    this.addSql("create unique index subscriptions_order on subscriptions (order_id) where order_id is not null");
    this.addSql(
      "create unique index subscriptions_adjustment on subscriptions (adjustment_id) where adjustment_id is not null",
    );
    this.addSql(
      "create unique index subscriptions_balance on subscriptions (instalment_id) where instalment_id is not null and state = 'ACTIVE'",
    );
    this.addSql(
      "create unique index subscriptions_entered on subscriptions (center_id) where paid_by = 'outside' and state = 'WAITING'",
    );
  }

  override down() {
    // What was sold has orders, adjustments and entries that stay: then this fails, and must.
    this.addSql("drop table subscriptions");
    this.addSql("alter table accounts disable trigger accounts_no_delete");
    this.addSql("delete from accounts where kind = 'subscription_income'");
    this.addSql("alter table accounts enable trigger accounts_no_delete");
    this.addSql(noteEntries(`${wallets}, ${earned}`));
    this.addSql("alter table orders drop constraint orders_subscription");
    this.addSql("alter table adjustments drop constraint adjustments_subscription");
    this.addSql("delete from report_wallet_changes where wallets = 'subscription_income'");
    this.addSql("delete from report_wallet_days where wallets = 'subscription_income'");
    this.addSql(lists(purposes, "'lead_fee', 'recharge'", byHand, "'Wallet Added', 'BONUS'", earned));
  }
}
