import { Migration } from "@mikro-orm/migrations";

const byHand = "'Refund', 'Penalty', 'Wallet Added', 'BONUS', 'Subscription', 'Payout', 'Waiver'";
const credits = "'Wallet Added', 'BONUS', 'Subscription'";

/** The states of a subscription, and in which of them it has its days. */
const states = (known: string, given: string) => `
  alter table subscriptions drop constraint subscriptions_state_check;
  alter table subscriptions add constraint subscriptions_state_check check (state in (${known}));
  alter table subscriptions add constraint subscriptions_wallet check (paid_by <> 'wallet' or state in (${given}));
  alter table subscriptions add constraint subscriptions_days
    check (num_nonnulls(starts_at, ends_at, days, given_at) = case when state in (${given}) then 4 else 0 end);
`;

/**
 * A given subscription is refunded by hand, as a whole or in part; a whole one is REFUNDED. What went to a bank has the
 * bank's reference, as a payout has.
 */
export class AnOperatorRefundsASubscription extends Migration {
  override up() {
    this.addSql("alter table subscriptions drop constraint subscriptions_check5, drop constraint subscriptions_check6");
    this.addSql(states("'WAITING', 'ACTIVE', 'NOT_GIVEN', 'REFUNDED'", "'ACTIVE', 'REFUNDED'"));
    this.addSql(`
      alter table adjustments
        add column subscription_id uuid references subscriptions (id),
        add column subscribed_until timestamptz(3),
        add column subscribed_before timestamptz(3),
        drop constraint adjustments_kind,
        add constraint adjustments_kind check (kind in (${byHand}, 'Subscription Refund')),
        add constraint adjustments_subscription_refund check (
          (kind = 'Subscription Refund') = (subscription_id is not null) and (subscription_id is null or center_id is not null)
            and (subscribed_until is null or subscription_id is not null)
            and (subscribed_until is null) = (subscribed_before is null)
        ),
        drop constraint adjustments_reference,
        add constraint adjustments_reference
          check (case kind when 'Payout' then reference is not null when 'Subscription Refund' then true else reference is null end);
    `);
    this.addSql("drop index adjustments_paid_out");
    this.addSql(`
      create unique index adjustments_paid_out on adjustments (reference)
        where reference is not null and state in ('WAITING', 'DONE')
    `);
    this.addSql("drop index adjustments_credits");
    this.addSql(`
      create index adjustments_credits on adjustments (moved_at)
        where state = 'DONE' and decided_by is null and kind in (${credits}, 'Subscription Refund')
    `);
    this.addSql(
      "create index adjustments_of_subscriptions on adjustments (subscription_id) where subscription_id is not null",
    );
    this.addSql(`
      create unique index adjustments_one_refund_waits on adjustments (subscription_id)
        where subscription_id is not null and state = 'WAITING'
    `);
  }

  override down() {
    // What was refunded has adjustments and entries that stay: then this fails, and must.
    this.addSql("drop index adjustments_one_refund_waits");
    this.addSql("drop index adjustments_of_subscriptions");
    this.addSql("drop index adjustments_credits");
    this.addSql(`
      create index adjustments_credits on adjustments (moved_at)
        where state = 'DONE' and decided_by is null and kind in (${credits})
    `);
    this.addSql("drop index adjustments_paid_out");
    this.addSql(`
      create unique index adjustments_paid_out on adjustments (reference) where kind = 'Payout' and state in ('WAITING', 'DONE')
    `);
    this.addSql(`
      alter table adjustments
        drop constraint adjustments_reference,
        add constraint adjustments_reference check ((kind = 'Payout') = (reference is not null)),
        drop constraint adjustments_subscription_refund,
        drop constraint adjustments_kind,
        add constraint adjustments_kind check (kind in (${byHand})),
        drop column subscribed_before,
        drop column subscribed_until,
        drop column subscription_id;
    `);
    this.addSql("alter table subscriptions drop constraint subscriptions_wallet, drop constraint subscriptions_days");
    this.addSql(`
      alter table subscriptions drop constraint subscriptions_state_check;
      alter table subscriptions
        add constraint subscriptions_state_check check (state in ('WAITING', 'ACTIVE', 'NOT_GIVEN')),
        add constraint subscriptions_check5 check (paid_by <> 'wallet' or state = 'ACTIVE'),
        add constraint subscriptions_check6
          check (num_nonnulls(starts_at, ends_at, days, given_at) = case state when 'ACTIVE' then 4 else 0 end);
    `);
  }
}
