import { Migration } from "@mikro-orm/migrations";

const byHand = "'Refund', 'Penalty', 'Wallet Added', 'BONUS', 'Subscription'";

/**
 * What of a fee a customer's balance pays stands on its order, and may be all of it; a balance is paid out by bank, with
 * the bank's reference, or waived.
 */
export class ACustomersBalancePaysFeesAndIsPaidOut extends Migration {
  override up() {
    this.addSql(`
      alter table orders
        add column wallet_paise bigint not null default 0,
        drop constraint orders_amount_paise_check,
        add constraint orders_amount check (
          amount_paise >= 0 and wallet_paise >= 0 and amount_paise + wallet_paise > 0
            and (wallet_paise = 0 or purpose in ('booking_fee', 'pick_drop'))
        ),
        add constraint orders_provider_amount check (amount_paise > 0 or provider_order_id is null);
    `);
    this.addSql(`
      alter table adjustments
        add column reference text,
        drop constraint adjustments_kind,
        add constraint adjustments_kind check (kind in (${byHand}, 'Payout', 'Waiver')),
        add constraint adjustments_of_customers check (kind not in ('Payout', 'Waiver') or consumer_id is not null),
        add constraint adjustments_reference check ((kind = 'Payout') = (reference is not null));
    `);
    this.addSql(`
      create unique index adjustments_paid_out on adjustments (reference) where kind = 'Payout' and state in ('WAITING', 'DONE');
    `);
    this.addSql(`
      create index adjustments_waiting_payouts on adjustments (consumer_id)
        where kind in ('Payout', 'Waiver') and state = 'WAITING';
    `);
    this.addSql(`
      insert into accounts (id, kind, created_at)
        select gen_random_uuid(), kind, now() from unnest(array['paid_out_by_hand', 'waived_balances']) as kind;
    `);
  }

  override down() {
    // What was paid out, waived or paid from a balance has rows that stay: then this fails, and must.
    this.addSql("alter table accounts disable trigger accounts_no_delete");
    this.addSql("delete from accounts where kind in ('paid_out_by_hand', 'waived_balances')");
    this.addSql("alter table accounts enable trigger accounts_no_delete");
    this.addSql("drop index adjustments_waiting_payouts");
    this.addSql("drop index adjustments_paid_out");
    this.addSql(`
      alter table adjustments
        drop constraint adjustments_reference,
        drop constraint adjustments_of_customers,
        drop constraint adjustments_kind,
        add constraint adjustments_kind check (kind in (${byHand})),
        drop column reference;
    `);
    this.addSql(`
      alter table orders
        drop constraint orders_provider_amount,
        drop constraint orders_amount,
        drop column wallet_paise,
        add constraint orders_amount_paise_check check (amount_paise > 0);
    `);
  }
}
