import { Migration } from "@mikro-orm/migrations";
import { refuseChanges } from "#modules/kernel/db/append-only.ts";

/** Orders, payments and refunds; the double-entry ledger the database itself keeps in balance. */
export class Money extends Migration {
  override up() {
    this.addSql(`
      create table orders (
        id uuid not null,
        purpose text not null,
        ticket_id uuid,
        center_id uuid,
        broadcast_id uuid,
        amount_paise bigint not null,
        currency text not null default 'INR',
        receipt text not null,
        provider_order_id text,
        status text not null default 'created',
        price_snapshot jsonb not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        paid_at timestamptz(3),
        checked_at timestamptz(3),
        primary key (id)
      );
    `);
    this.addSql(`
      alter table orders
        add foreign key (ticket_id) references tickets (id),
        add foreign key (center_id) references centers (id),
        add foreign key (broadcast_id) references broadcasts (id),
        add check (amount_paise > 0),
        add check (status in ('created', 'attempted', 'paid', 'closed')),
        add check (purpose in ('booking_fee', 'lead_fee', 'recharge', 'pick_drop'));
    `);
    this.addSql("create unique index orders_receipt on orders (receipt)");
    this.addSql("create unique index orders_provider on orders (provider_order_id)");
    this.addSql("create index orders_open on orders (created_at) where status in ('created', 'attempted')");
    this.addSql("create index orders_closed on orders (created_at) where status = 'closed'");
    this.addSql("create index orders_ticket on orders (ticket_id)");
    this.addSql(`
      create index orders_center on orders (center_id, created_at desc, id desc) where center_id is not null;
    `);
    this.addSql(`
      create table payments (
        id uuid not null,
        order_id uuid not null,
        provider_payment_id text not null,
        status text not null,
        amount_paise bigint not null,
        method text,
        error_code text,
        source text not null,
        captured_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql(`
      alter table payments
        add foreign key (order_id) references orders (id),
        add check (status in ('created', 'authorized', 'captured', 'failed', 'refunded'));
    `);
    this.addSql("create unique index payments_provider on payments (provider_payment_id)");
    this.addSql("create index payments_order on payments (order_id)");
    this.addSql(`
      create table webhook_events (
        event_id text primary key,
        kind text not null,
        received_at timestamptz(3) not null
      );
    `);
    this.addSql(`
      create table refunds (
        id uuid not null,
        order_id uuid not null,
        payment_id uuid not null,
        amount_paise bigint not null,
        status text not null,
        reason text not null,
        provider_refund_id text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql(`
      alter table refunds
        add foreign key (order_id) references orders (id),
        add foreign key (payment_id) references payments (id),
        add check (amount_paise > 0),
        add check (status in ('requested', 'processed', 'failed'));
    `);
    this.addSql("create unique index refunds_payment on refunds (payment_id)");
    this.addSql("create index refunds_open on refunds (created_at) where status = 'requested'");
    this.addSql(`
      create table accounts (
        id uuid not null,
        kind text not null,
        center_id uuid,
        balance_paise bigint,
        created_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql(`
      alter table accounts
        add foreign key (center_id) references centers (id),
        add check ((kind = 'center_wallet') = (center_id is not null)),
        add check ((kind = 'center_wallet') = (balance_paise is not null));
    `);
    this.addSql("create unique index accounts_owner on accounts (kind, center_id) nulls not distinct");
    this.addSql(`
      create table transfers (
        id uuid not null,
        kind text not null,
        cause text not null,
        ticket_id uuid,
        order_id uuid,
        note text,
        actor text not null,
        created_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql(`
      alter table transfers
        add foreign key (ticket_id) references tickets (id),
        add foreign key (order_id) references orders (id);
    `);
    this.addSql("create unique index transfers_cause on transfers (kind, cause)");
    this.addSql("create index transfers_ticket on transfers (ticket_id)");
    this.addSql(`
      create table entries (
        id uuid not null,
        transfer_id uuid not null,
        account_id uuid not null,
        amount_paise bigint not null,
        balance_after_paise bigint,
        created_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql(`
      alter table entries
        add foreign key (transfer_id) references transfers (id),
        add foreign key (account_id) references accounts (id),
        add check (amount_paise <> 0);
    `);
    this.addSql("create index entries_transfer on entries (transfer_id)");
    this.addSql("create index entries_account on entries (account_id, created_at desc, id desc)");
    this.addSql(`
      create function apply_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
      -- A cached balance moves with its entry and never below zero, but for an admin's penalty (Q57).
      declare
        cause_kind text;
      begin
        update accounts set balance_paise = balance_paise + new.amount_paise
          where id = new.account_id and balance_paise is not null
          returning balance_paise into new.balance_after_paise;
        if new.balance_after_paise < 0 and new.amount_paise < 0 then
          select kind into cause_kind from transfers where id = new.transfer_id;
          if cause_kind <> 'penalty' then
            raise exception 'balance below its floor' using errcode = 'GS001';
          end if;
        end if;
        return new;
      end $$;
    `);
    this.addSql("create trigger entries_apply before insert on entries for each row execute function apply_entry()");
    this.addSql(`
      create function check_transfer_balances() returns trigger language plpgsql as $$
      -- Double entry: at the commit the entries of a transfer sum to zero.
      begin
        if (select sum(amount_paise) from entries where transfer_id = new.transfer_id) <> 0 then
          raise exception 'transfer % does not sum to zero', new.transfer_id using errcode = 'GS002';
        end if;
        return null;
      end $$;
    `);
    this.addSql(`
      create constraint trigger entries_balance after insert on entries deferrable initially deferred for each row execute function check_transfer_balances();
    `);
    this.addSql(`
      insert into accounts (id, kind, created_at) select gen_random_uuid(), kind, now() from unnest(array['gateway', 'booking_fees_held', 'booking_fee_income', 'payments_to_return', 'lead_fee_income', 'bonus_expense', 'penalty_income']) as kind;
    `);
    for (const statement of refuseChanges("transfers")) this.addSql(statement);
    for (const statement of refuseChanges("entries")) this.addSql(statement);
  }

  override down() {
    this.addSql("drop table webhook_events");
    this.addSql("drop table entries");
    this.addSql("drop table transfers");
    this.addSql("drop table accounts");
    this.addSql("drop table refunds");
    this.addSql("drop table payments");
    this.addSql("drop table orders");
    this.addSql("drop function check_transfer_balances");
    this.addSql("drop function apply_entry");
  }
}
