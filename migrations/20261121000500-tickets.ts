import { Migration } from "@mikro-orm/migrations";
import { refuseChanges } from "#modules/kernel/db/append-only.ts";

/** Requests from booking to feedback, with their offers, pictures, remarks, invoices and drafts. */
export class Tickets extends Migration {
  override up() {
    this.addSql(`
      create table tickets (
        id uuid not null,
        public_id text not null,
        ticket_id text not null,
        status text not null default 'PENDING',
        broadcast_status text,
        created_by text not null,
        create_name text,
        created_by_center_id uuid,
        qr_id text,
        client_id uuid,
        service_id uuid not null,
        requirement text,
        name text not null,
        email text,
        phone text not null,
        alternate_phone text,
        house_number text,
        locality text,
        city text,
        state text,
        pincode text not null,
        country text not null default 'INDIA',
        time_preference_type text not null,
        specific_date_time timestamptz(3),
        offer_code text,
        device_id text,
        date_of_purchase date,
        vehicle_id uuid,
        pick_location text,
        drop_location text,
        customer_offer_price_paise bigint,
        service_available boolean not null default true,
        booking_fee_paise bigint not null default 0,
        is_paid_by_public boolean not null default false,
        is_paid_by_technician boolean not null default false,
        center_id uuid,
        technician_id uuid,
        ticket_price_paise bigint not null default 0,
        material_paise bigint,
        closing_price_paise bigint,
        platform_share_paise bigint,
        payment_type text,
        happy_code text,
        unhappy_code text,
        code_tries int not null default 0,
        remark_message text,
        close_remarks text,
        technician_remarks text,
        admin_remarks text,
        center_message text,
        take_time text,
        over_all_rating text,
        star_rating smallint,
        revisit_of uuid,
        rebook_of uuid,
        revisit_status smallint not null default 0,
        idempotency_key text,
        cancel_reason text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        broadcast_at timestamptz(3),
        escalated_at timestamptz(3),
        accepted_at timestamptz(3),
        assigned_at timestamptz(3),
        started_at timestamptz(3),
        closed_at timestamptz(3),
        cancelled_at timestamptz(3),
        deleted_at timestamptz(3),
        version int not null default 1,
        primary key (id)
      );
    `);
    this.addSql(`
      alter table tickets
        add foreign key (service_id) references services (id),
        add foreign key (center_id) references centers (id),
        add foreign key (created_by_center_id) references centers (id),
        add foreign key (technician_id) references technicians (id),
        add foreign key (client_id) references clients (id),
        add foreign key (vehicle_id) references vehicles (id),
        add foreign key (revisit_of) references tickets (id),
        add foreign key (rebook_of) references tickets (id),
        add check (status in ('PENDING', 'ACCEPTED', 'VERIFIED', 'CLOSED', 'CANCEL', 'ON_HOLD', 'REJECT')),
        add check (broadcast_status in ('matched_in_same_center', 'broadcasted', 'accepted after broadcast')),
        add check (star_rating between 0 and 5),
        add check (closing_price_paise >= 0 and ticket_price_paise >= 0 and booking_fee_paise >= 0),
        add check (status <> 'CLOSED' or closed_at is not null),
        add check (status <> 'ACCEPTED' or center_id is not null);
    `);
    this.addSql("create unique index tickets_public_id on tickets (public_id)");
    this.addSql("create unique index tickets_human_id on tickets (ticket_id)");
    this.addSql("create unique index tickets_idempotency on tickets (idempotency_key)");
    this.addSql(`
      create unique index tickets_one_open_revisit on tickets (revisit_of) where revisit_of is not null and status not in ('CLOSED', 'CANCEL') and deleted_at is null;
    `);
    this.addSql(`
      create index tickets_status_list on tickets (status, created_at desc, id desc) where deleted_at is null;
    `);
    this.addSql("create index tickets_list on tickets (created_at desc, id desc) where deleted_at is null");
    this.addSql(`
      create index tickets_center_list on tickets (center_id, created_at desc, id desc) where deleted_at is null;
    `);
    this.addSql(`
      create index tickets_center_open on tickets (center_id) where status not in ('CLOSED', 'CANCEL') and deleted_at is null;
    `);
    this.addSql(`
      create index tickets_center_created on tickets (created_by_center_id, created_at desc, id desc) where created_by_center_id is not null and deleted_at is null;
    `);
    this.addSql(`
      create index tickets_client on tickets (client_id, created_at desc, id desc) where client_id is not null and deleted_at is null;
    `);
    this.addSql(`
      create index tickets_technician on tickets (technician_id, created_at desc, id desc) where technician_id is not null;
    `);
    this.addSql("create index tickets_phone on tickets (phone, created_at desc)");
    this.addSql(`
      create index tickets_unaccepted on tickets (broadcast_at) where status = 'PENDING' and broadcast_status = 'broadcasted' and escalated_at is null and deleted_at is null;
    `);
    this.addSql(`
      create index tickets_paid_unaccepted on tickets (created_at) where status = 'PENDING' and is_paid_by_public and deleted_at is null;
    `);
    this.addSql("create index tickets_rebook on tickets (rebook_of) where rebook_of is not null");
    this.addSql("create index tickets_revisits on tickets (revisit_of) where revisit_of is not null");
    this.addSql(`
      create table broadcasts (
        id uuid not null,
        ticket_id uuid not null,
        center_id uuid not null,
        status text not null default 'PENDING',
        reserved_until timestamptz(3),
        order_id uuid,
        paid_from text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql(`
      alter table broadcasts
        add foreign key (ticket_id) references tickets (id),
        add foreign key (center_id) references centers (id),
        add check (status in ('PENDING', 'RESERVED', 'ACCEPTED', 'REJECTED', 'TAKEN', 'CLOSED')),
        add check (status <> 'RESERVED' or reserved_until is not null);
    `);
    this.addSql("create unique index broadcasts_once on broadcasts (ticket_id, center_id)");
    this.addSql(`
      create unique index broadcasts_one_winner on broadcasts (ticket_id) where status in ('RESERVED', 'ACCEPTED', 'CLOSED');
    `);
    this.addSql("create index broadcasts_center on broadcasts (center_id, created_at desc, id desc)");
    this.addSql(`
      create index broadcasts_center_open on broadcasts (center_id, created_at desc, id desc) where status in ('PENDING', 'RESERVED');
    `);
    this.addSql("create index broadcasts_reserved on broadcasts (reserved_until) where status = 'RESERVED'");
    this.addSql(`
      create table match_reasons (
        ticket_id uuid not null,
        center_id uuid not null,
        reason text not null,
        decided_at timestamptz(3) not null,
        primary key (ticket_id, center_id)
      );
    `);
    this.addSql(`
      alter table match_reasons
        add foreign key (ticket_id) references tickets (id),
        add foreign key (center_id) references centers (id),
        add check (reason in ('offered', 'same_center', 'not_needed', 'service', 'pincode', 'capacity', 'disabled', 'trial_over', 'refused'));
    `);
    this.addSql(`
      create table ticket_pictures (
        id uuid not null,
        ticket_id uuid not null,
        blob_id uuid not null,
        author_kind text not null,
        author_id uuid,
        created_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql(`
      alter table ticket_pictures
        add foreign key (ticket_id) references tickets (id),
        add foreign key (blob_id) references blobs (id);
    `);
    this.addSql("create index ticket_pictures_ticket on ticket_pictures (ticket_id, id)");
    this.addSql(`
      create table remarks (
        id uuid not null,
        ticket_id uuid not null,
        author_kind text not null,
        author_id uuid not null,
        text text not null,
        created_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql(`
      alter table remarks
        add foreign key (ticket_id) references tickets (id);
    `);
    this.addSql("create index remarks_ticket on remarks (ticket_id, id)");
    this.addSql(`
      create table invoices (
        id uuid not null,
        ticket_id uuid not null,
        number text not null,
        financial_year text not null,
        sequence int not null,
        total_paise bigint not null,
        facts jsonb not null,
        issued_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql(`
      alter table invoices
        add foreign key (ticket_id) references tickets (id);
    `);
    this.addSql("create unique index invoices_ticket on invoices (ticket_id)");
    this.addSql("create unique index invoices_number on invoices (number)");
    this.addSql("create unique index invoices_gapless on invoices (financial_year, sequence)");
    this.addSql(`
      create table invoice_sequences (
        financial_year text primary key,
        last int not null
      );
    `);
    this.addSql(`
      create table invoice_files (
        invoice_id uuid not null,
        blob_id uuid not null,
        created_at timestamptz(3) not null,
        primary key (invoice_id)
      );
    `);
    this.addSql(`
      alter table invoice_files
        add foreign key (invoice_id) references invoices (id),
        add foreign key (blob_id) references blobs (id);
    `);
    this.addSql(`
      create table feedback_links (
        id uuid not null,
        ticket_id uuid not null,
        token_hash text not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3),
        primary key (id)
      );
    `);
    this.addSql(`
      alter table feedback_links
        add foreign key (ticket_id) references tickets (id);
    `);
    this.addSql("create unique index feedback_links_token on feedback_links (token_hash)");
    this.addSql("create index feedback_links_ticket on feedback_links (ticket_id)");
    this.addSql(`
      create table feedbacks (
        id uuid not null,
        ticket_id uuid not null,
        answers jsonb not null,
        over_all_rating numeric(3,1) not null,
        created_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql(`
      alter table feedbacks
        add foreign key (ticket_id) references tickets (id);
    `);
    this.addSql("create unique index feedbacks_ticket on feedbacks (ticket_id)");
    this.addSql(`
      create table booking_drafts (
        id uuid not null,
        token_hash text not null,
        qr_id text,
        fields jsonb not null,
        ticket_id uuid,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql("create unique index booking_drafts_token on booking_drafts (token_hash)");
    this.addSql("create index booking_drafts_expiry on booking_drafts (expires_at)");
    for (const statement of refuseChanges("invoices")) this.addSql(statement);
  }

  override down() {
    this.addSql("drop table invoice_sequences");
    this.addSql("drop table booking_drafts");
    this.addSql("drop table feedbacks");
    this.addSql("drop table feedback_links");
    this.addSql("drop table invoice_files");
    this.addSql("drop table invoices");
    this.addSql("drop table remarks");
    this.addSql("drop table ticket_pictures");
    this.addSql("drop table match_reasons");
    this.addSql("drop table broadcasts");
    this.addSql("drop table tickets");
  }
}
