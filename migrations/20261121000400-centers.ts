import { Migration } from "@mikro-orm/migrations";

/** Partner service centers, their QR codes and technicians, and the onboarders who bring them. */
export class Centers extends Migration {
  override up() {
    this.addSql(`
      create table onboarders (
        id uuid not null,
        center_onboarder_id text not null,
        name text not null,
        country_code text not null default '+91',
        phone text not null,
        primary_service_id uuid,
        allowed_states text[] not null,
        allowed_cities text[] not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql("create unique index onboarders_phone on onboarders (phone)");
    this.addSql("create unique index onboarders_human_id on onboarders (center_onboarder_id)");
    this.addSql(`
      create table centers (
        id uuid not null,
        center_name text not null,
        country_code text not null default '+91',
        phone text not null,
        name text,
        email text,
        user_name text,
        about text,
        address_line text,
        city text,
        state text,
        pincode text not null,
        additional_pincode text,
        country text not null default 'INDIA',
        no_of_technicians int not null default 0,
        is_active smallint not null default 1,
        login_disabled boolean not null default false,
        broadcast_disabled boolean not null default false,
        ticket_accept_limit int not null default 50,
        subscribe_end_date timestamptz(3),
        extended_date timestamptz(3),
        onboarded_by uuid,
        vehicle_id uuid,
        version int not null default 1,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql(`
      alter table centers
        add foreign key (onboarded_by) references onboarders (id),
        add foreign key (vehicle_id) references vehicles (id),
        add check (is_active in (0, 1, 2, 3)),
        add check (ticket_accept_limit >= 0);
    `);
    this.addSql("create unique index centers_phone on centers (phone) where is_active <> 0");
    this.addSql(`
      create table center_services (
        center_id uuid not null,
        service_id uuid not null,
        priority smallint not null,
        primary key (center_id, service_id)
      );
    `);
    this.addSql(`
      alter table center_services
        add foreign key (center_id) references centers (id),
        add foreign key (service_id) references services (id);
    `);
    this.addSql("create index center_services_service on center_services (service_id, center_id)");
    this.addSql(`
      create table center_pincodes (
        center_id uuid not null,
        pincode text not null,
        primary key (center_id, pincode)
      );
    `);
    this.addSql(`
      alter table center_pincodes
        add foreign key (center_id) references centers (id);
    `);
    this.addSql("create index center_pincodes_pincode on center_pincodes (pincode, center_id)");
    this.addSql(`
      create table partner_qrs (
        qr_id text not null,
        kind text not null,
        center_id uuid,
        name text,
        status text not null default 'ACTIVE',
        scans int not null default 0,
        created_at timestamptz(3) not null,
        primary key (qr_id)
      );
    `);
    this.addSql(`
      alter table partner_qrs
        add foreign key (center_id) references centers (id),
        add check (kind in ('center', 'dealer')),
        add check (kind = 'dealer' or center_id is not null);
    `);
    this.addSql(`
      create unique index partner_qrs_center on partner_qrs (center_id) where kind = 'center' and status = 'ACTIVE';
    `);
    this.addSql(`
      create table technicians (
        id uuid not null,
        technician_id text not null,
        center_id uuid not null,
        name text not null,
        email text,
        country_code text not null default '+91',
        phone text not null,
        profile_picture_blob_id uuid,
        profile_created_by text not null default 'CENTER',
        engagement_type text not null,
        reference_person_name text,
        reference_person_mobile text,
        emergency_person_name text,
        emergency_person_phone text,
        permanent_address_line text not null,
        permanent_city text not null,
        permanent_state text not null,
        current_address_line text,
        current_city text,
        current_state text,
        main_pincode text not null,
        secondary_pincode text,
        primary_service_id uuid not null,
        secondary_service_id uuid,
        pan_number text,
        pan_blob_id uuid,
        aadhar_last4 text,
        aadhar_hash text,
        version int not null default 1,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3),
        primary key (id)
      );
    `);
    this.addSql(`
      alter table technicians
        add foreign key (center_id) references centers (id),
        add foreign key (primary_service_id) references services (id),
        add foreign key (secondary_service_id) references services (id),
        add check (engagement_type in ('SALARIED', 'PART_TIME', 'FREELANCER', 'SELF_EMPLOYED'));
    `);
    this.addSql("create unique index technicians_human_id on technicians (technician_id)");
    this.addSql("create unique index technicians_phone on technicians (phone) where deleted_at is null");
    this.addSql("create index technicians_center on technicians (center_id, id desc) where deleted_at is null");
  }

  override down() {
    this.addSql("drop table technicians");
    this.addSql("drop table partner_qrs");
    this.addSql("drop table center_pincodes");
    this.addSql("drop table center_services");
    this.addSql("drop table centers");
    this.addSql("drop table onboarders");
  }
}
