import { Migration } from "@mikro-orm/migrations";

/** Who bought stands beside an invoice, where it can be erased; the invoice itself, with its numbers, never changes. */
export class AnInvoicesBuyerStandsApart extends Migration {
  override up() {
    this.addSql(`
      create table invoice_buyers (
        invoice_id uuid not null,
        name text not null,
        address text not null,
        city text not null,
        state text not null,
        state_code text,
        pincode text not null,
        created_at timestamptz(3) not null,
        primary key (invoice_id)
      );
    `);
    this.addSql("alter table invoice_buyers add foreign key (invoice_id) references invoices (id)");
    this.addSql(`
      insert into invoice_buyers (invoice_id, name, address, city, state, state_code, pincode, created_at)
      select id, b->>'name', b->>'address', b->>'city', b->>'state', b->>'stateCode', b->>'pincode', issued_at
      from invoices cross join lateral (select facts->'recipient' as b) buyer where b is not null;
    `);
    this.addSql("alter table invoices disable trigger invoices_append_only");
    this.addSql("update invoices set facts = facts - 'recipient' where facts ? 'recipient'");
    this.addSql("alter table invoices enable always trigger invoices_append_only");
  }

  override down() {
    this.addSql("alter table invoices disable trigger invoices_append_only");
    this.addSql(`
      update invoices i set facts = i.facts || jsonb_build_object('recipient', jsonb_build_object(
        'name', coalesce(b.name, ''), 'address', coalesce(b.address, ''), 'city', coalesce(b.city, ''),
        'state', coalesce(b.state, ''), 'stateCode', b.state_code, 'pincode', coalesce(b.pincode, '')))
      from invoices other left join invoice_buyers b on b.invoice_id = other.id where other.id = i.id;
    `);
    this.addSql("alter table invoices enable always trigger invoices_append_only");
    this.addSql("drop table invoice_buyers");
  }
}
