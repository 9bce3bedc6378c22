import { Migration } from "@mikro-orm/migrations";

/**
 * A customer may have a wallet, too; an admin may add money to a wallet or give a bonus without a request, and what is
 * moved by hand is listed by when it moved.
 */
export class CustomersHaveWallets extends Migration {
  override up() {
    this.addSql(`
      alter table accounts
        add column consumer_id uuid references consumers (id),
        drop constraint accounts_check,
        drop constraint accounts_check1,
        add constraint accounts_center check ((kind = 'center_wallet') = (center_id is not null)),
        add constraint accounts_consumer check ((kind = 'consumer_wallet') = (consumer_id is not null)),
        add constraint accounts_cached check ((kind in ('center_wallet', 'consumer_wallet')) = (balance_paise is not null));
    `);
    this.addSql("drop index accounts_owner");
    this.addSql("create unique index accounts_owner on accounts (kind, center_id, consumer_id) nulls not distinct");
    this.addSql("create unique index accounts_of_customers on accounts (consumer_id) where consumer_id is not null");
    this.addSql("insert into accounts (id, kind, created_at) values (gen_random_uuid(), 'received_by_hand', now())");
    this.addSql(`
      alter table adjustments
        add column consumer_id uuid references consumers (id),
        add column technician_id uuid references technicians (id),
        add column bonus_paise bigint not null default 0,
        alter column ticket_id drop not null,
        alter column center_id drop not null,
        drop constraint adjustments_kind_check,
        add constraint adjustments_kind check (kind in ('Refund', 'Penalty', 'Wallet Added', 'BONUS')),
        add constraint adjustments_wallet check (num_nonnulls(center_id, consumer_id) = 1),
        add constraint adjustments_request check ((kind in ('Refund', 'Penalty')) = (ticket_id is not null)),
        add constraint adjustments_technician check (technician_id is null or center_id is not null),
        add constraint adjustments_objection check (objection is null or center_id is not null),
        add constraint adjustments_bonus check (
          bonus_paise >= 0 and bonus_paise % 100 = 0 and (bonus_paise = 0 or kind = 'Wallet Added')
        );
    `);
    this.addSql(`
      create index adjustments_moved on adjustments (moved_at desc, id desc) where state = 'DONE';
    `);
    this.addSql(`
      create index adjustments_credits on adjustments (moved_at)
        where state = 'DONE' and decided_by is null and kind in ('Wallet Added', 'BONUS');
    `);
    this.addSql(`
      create index entries_of_wallets on entries (created_at desc, id desc) where balance_after_paise is not null;
    `);
    this.addSql("create index transfers_order on transfers (order_id) where order_id is not null");
    this.addSql(`
      create index transfers_joining_bonus on transfers (created_at desc, id desc) where kind = 'joining_bonus';
    `);
    this.addSql(`
      create index orders_of_centers on orders (created_at desc, id desc) where purpose in ('lead_fee', 'recharge');
    `);
    this.addSql(`
      create index orders_of_customers on orders (created_at desc, id desc)
        where purpose in ('booking_fee', 'pick_drop', 'ride_fare');
    `);
  }

  override down() {
    this.addSql("drop index orders_of_customers");
    this.addSql("drop index orders_of_centers");
    this.addSql("drop index transfers_joining_bonus");
    this.addSql("drop index transfers_order");
    this.addSql("drop index entries_of_wallets");
    this.addSql("drop index adjustments_credits");
    this.addSql("drop index adjustments_moved");
    this.addSql(`
      alter table adjustments
        drop column consumer_id,
        drop column technician_id,
        drop column bonus_paise,
        drop constraint adjustments_kind,
        drop constraint adjustments_request,
        alter column ticket_id set not null,
        alter column center_id set not null,
        add constraint adjustments_kind_check check (kind in ('Refund', 'Penalty'));
    `);
    // A wallet of a customer, or money received by hand, has entries that stay: then this fails, and must.
    this.addSql("alter table accounts disable trigger accounts_no_delete");
    this.addSql("delete from accounts where kind = 'received_by_hand'");
    this.addSql("alter table accounts enable trigger accounts_no_delete");
    this.addSql("drop index accounts_of_customers");
    this.addSql("drop index accounts_owner");
    this.addSql(`
      alter table accounts
        drop constraint accounts_center,
        drop constraint accounts_cached,
        drop column consumer_id,
        add constraint accounts_check check ((kind = 'center_wallet') = (center_id is not null)),
        add constraint accounts_check1 check ((kind = 'center_wallet') = (balance_paise is not null));
    `);
    this.addSql("create unique index accounts_owner on accounts (kind, center_id) nulls not distinct");
  }
}
