import { Migration } from "@mikro-orm/migrations";

/** What is sold: services, vehicles, the price list, offers, clients. */
export class Catalog extends Migration {
  override up() {
    this.addSql(`
      create table services (
        id uuid not null,
        service_name text not null,
        image_blob_id uuid,
        is_active boolean not null default true,
        pick_drop boolean not null default false,
        sac text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql("create unique index services_name on services (service_name)");
    this.addSql(`
      create table vehicles (
        id uuid not null,
        vehicle_type text not null,
        platform_charge_paise bigint not null,
        e_rickshaw boolean not null default false,
        created_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql(`
      create table price_lists (
        id uuid not null,
        request_booking_amount_paise bigint not null,
        subscribed_user_ticket_amount_paise bigint not null,
        unsubscribed_user_ticket_amount_paise bigint not null,
        annual_subscription_paise bigint not null,
        first_installment_paise bigint not null,
        created_by uuid,
        created_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql(`
      create table offers (
        id uuid not null,
        title text not null,
        from_date timestamptz(3) not null,
        to_date timestamptz(3) not null,
        is_active boolean not null default true,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql("create index offers_title on offers (upper(title))");
    this.addSql(`
      create table clients (
        id uuid not null,
        client_name text not null,
        is_active boolean not null default true,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql("create unique index clients_name on clients (lower(client_name))");
  }

  override down() {
    this.addSql("drop table clients");
    this.addSql("drop table offers");
    this.addSql("drop table price_lists");
    this.addSql("drop table vehicles");
    this.addSql("drop table services");
  }
}
