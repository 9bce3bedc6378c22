import { Migration } from "@mikro-orm/migrations";

/*
 * What the ledger promises was kept by its triggers as long as nobody came from the side. Closed here: balances moved
 * without an entry (by a direct change, or by hanging the balance's trigger on a table of one's own), entries added to
 * a transfer that was complete, a check that could be shown another table of the same name, a transfer without
 * entries, a wallet below zero by writing the entry before its transfer, and facts changed in a replica's session.
 */

const facts = ["history", "transfers", "entries", "invoices"];
const functions = ["apply_entry", "check_entries", "check_transfer", "refuse_change"];

/** A balance moves only with an entry; a transfer comes complete and stays so; facts stay in every session. */
export class TheLedgerGuardsItself extends Migration {
  override up() {
    this.addSql(`
      create or replace function apply_entry() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      -- A cached balance moves with its entry and never below zero, but for an admin's penalty (Q57).
      begin
        if tg_relid <> 'public.entries'::regclass then
          raise exception 'balances move with entries only' using errcode = 'GS003';
        end if;
        update public.accounts set balance_paise = balance_paise + new.amount_paise
          where id = new.account_id and balance_paise is not null
          returning balance_paise into new.balance_after_paise;
        if new.balance_after_paise < 0 and new.amount_paise < 0 and not exists (
          select from public.transfers
          where id = new.transfer_id and kind = 'penalty' and actor like 'admin:%'
        ) then
          raise exception 'balance below its floor' using errcode = 'GS001';
        end if;
        return new;
      end $$;
    `);
    this.addSql("drop trigger entries_balance on entries");
    this.addSql("drop function check_transfer_balances");
    this.addSql(`
      create function check_entries() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
      -- Double entry: the entries of a transfer come in one statement, sum to zero, and no other ones follow.
      declare
        broken uuid;
      begin
        select transfer_id into broken from fresh group by transfer_id having sum(amount_paise) <> 0 limit 1;
        if found then
          raise exception 'transfer % does not sum to zero', broken using errcode = 'GS002';
        end if;
        select came.transfer_id into broken from (
          select transfer_id, count(*) as entries, count(distinct account_id) as accounts from fresh group by transfer_id
        ) as came
        where came.entries <> came.accounts
          or came.entries <> (select count(*) from public.entries there where there.transfer_id = came.transfer_id)
        limit 1;
        if found then
          raise exception 'transfer % has its entries at once, one for an account', broken using errcode = 'GS002';
        end if;
        return null;
      end $$;
    `);
    this.addSql(`
      create trigger entries_balance after insert on entries referencing new table as fresh
        for each statement execute function check_entries();
    `);
    this.addSql(`
      create function check_transfer() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
      -- At the commit a transfer has moved something, so nothing is left to be added to it.
      begin
        if not exists (select from public.entries where transfer_id = new.id) then
          raise exception 'transfer % has no entries', new.id using errcode = 'GS002';
        end if;
        return null;
      end $$;
    `);
    this.addSql(`
      create constraint trigger transfers_entries after insert on transfers deferrable initially deferred
        for each row execute function check_transfer();
    `);
    // From inside apply_entry the depth is one; whoever asks directly comes at zero.
    this.addSql(`
      create trigger accounts_append_only before update on accounts for each row
        when (pg_trigger_depth() = 0) execute function refuse_change();
    `);
    this.addSql(`
      create trigger accounts_begin_empty before insert on accounts for each row
        when (new.balance_paise <> 0) execute function refuse_change();
    `);
    this.addSql(`
      create trigger accounts_no_delete before delete on accounts for each row execute function refuse_change();
    `);
    this.addSql(`
      create trigger accounts_no_truncate before truncate on accounts for each statement execute function refuse_change();
    `);
    this.addSql("alter table orders add constraint orders_currency check (currency = 'INR')");
    for (const table of facts) {
      this.addSql(`alter table ${table} enable always trigger ${table}_append_only`);
      this.addSql(`alter table ${table} enable always trigger ${table}_no_truncate`);
    }
    // Whoever may call a trigger function may hang it on a table of their own.
    for (const name of functions) this.addSql(`revoke execute on function ${name}() from public`);
  }

  override down() {
    for (const name of functions) this.addSql(`grant execute on function ${name}() to public`);
    for (const table of facts) {
      this.addSql(`alter table ${table} enable trigger ${table}_append_only`);
      this.addSql(`alter table ${table} enable trigger ${table}_no_truncate`);
    }
    this.addSql("alter table orders drop constraint orders_currency");
    for (const name of ["append_only", "begin_empty", "no_delete", "no_truncate"])
      this.addSql(`drop trigger accounts_${name} on accounts`);
    this.addSql("drop trigger transfers_entries on transfers");
    this.addSql("drop trigger entries_balance on entries");
    this.addSql("drop function check_transfer");
    this.addSql("drop function check_entries");
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
      create or replace function apply_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
  }
}
