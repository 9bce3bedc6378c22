import { Migration } from "@mikro-orm/migrations";
import { refuseChanges } from "#modules/kernel/db/append-only.ts";

/**
 * Invoices of the operator's lead fees, subscriptions and booking fees, and credit notes of what went back of them. What
 * was sold before has none.
 */
export class WhatTheOperatorSellsHasItsOwnPapers extends Migration {
  override up() {
    this.addSql(`
      create table fee_papers (
        id uuid not null,
        kind text not null,
        product text not null,
        number text not null,
        financial_year text not null,
        sequence int not null,
        transfer_id uuid not null,
        invoice_id uuid,
        ticket_id uuid,
        center_id uuid,
        order_id uuid,
        total_paise bigint not null,
        facts jsonb not null,
        issued_at timestamptz(3) not null,
        primary key (id),
        foreign key (transfer_id) references transfers (id),
        foreign key (invoice_id) references fee_papers (id),
        foreign key (ticket_id) references tickets (id),
        foreign key (center_id) references centers (id),
        foreign key (order_id) references orders (id),
        constraint fee_papers_kind check (kind in ('invoice', 'credit_note')),
        constraint fee_papers_product check (product in ('lead_fee', 'subscription', 'booking_fee', 'pick_drop')),
        constraint fee_papers_total check (total_paise > 0),
        constraint fee_papers_invoice check ((kind = 'credit_note') = (invoice_id is not null))
      );
    `);
    this.addSql("create unique index fee_papers_number on fee_papers (number)");
    this.addSql("create unique index fee_papers_gapless on fee_papers (kind, financial_year, sequence)");
    this.addSql("create unique index fee_papers_once on fee_papers (transfer_id, invoice_id) nulls not distinct");
    this.addSql("create index fee_papers_issued on fee_papers (issued_at desc, id desc)");
    this.addSql("create index fee_papers_center on fee_papers (center_id, issued_at desc, id desc)");
    this.addSql("create index fee_papers_ticket on fee_papers (ticket_id)");
    this.addSql("create index fee_papers_order on fee_papers (order_id)");
    this.addSql("create index fee_papers_notes on fee_papers (invoice_id)");
    for (const statement of refuseChanges("fee_papers")) this.addSql(statement);
    this.addSql("alter table fee_papers enable always trigger fee_papers_append_only");
    this.addSql("alter table fee_papers enable always trigger fee_papers_no_truncate");
    this.addSql(`
      create table fee_paper_buyers (
        paper_id uuid not null,
        name text not null,
        address text not null,
        city text not null,
        state text not null,
        state_code text,
        pincode text not null,
        gstin text,
        created_at timestamptz(3) not null,
        primary key (paper_id),
        foreign key (paper_id) references fee_papers (id)
      );
    `);
    this.addSql(`
      create table fee_paper_sequences (
        financial_year text not null,
        invoices int not null,
        credit_notes int not null,
        primary key (financial_year)
      );
    `);
  }

  override down() {
    this.addSql("drop table fee_paper_sequences");
    this.addSql("drop table fee_paper_buyers");
    this.addSql("drop table fee_papers");
  }
}
