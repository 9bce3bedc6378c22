import { Migration } from "@mikro-orm/migrations";

/** E-rickshaw rides, the orders their fares are paid by, and what a pincode's place is found by. */
export class Rides extends Migration {
  override up() {
    this.addSql(`
      create table rides (
        id uuid not null,
        public_id text not null,
        ride_id text not null,
        status text not null,
        center_id uuid not null,
        qr_id text,
        service_id uuid not null,
        vehicle_id uuid not null,
        name text not null,
        phone text not null,
        pincode text not null,
        city text,
        state text,
        pick_location text not null,
        drop_location text not null,
        fare_paise bigint not null,
        mode_of_payment text not null,
        paid_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql(`
      alter table rides
        add foreign key (center_id) references centers (id),
        add foreign key (service_id) references services (id),
        add foreign key (vehicle_id) references vehicles (id),
        add check (status in ('PENDING', 'CLOSED')),
        add check (mode_of_payment in ('cash', 'online')),
        add check (fare_paise in (1000, 2000, 3000, 4000)),
        add check ((status = 'CLOSED') = (paid_at is not null));
    `);
    this.addSql("create unique index rides_public_id on rides (public_id)");
    this.addSql("create unique index rides_human_id on rides (ride_id)");
    this.addSql("create index rides_center_day on rides (center_id, created_at desc, id desc)");
    this.addSql("create index rides_list on rides (created_at desc, id desc)");
    this.addSql("alter table orders add column ride_id uuid references rides (id)");
    this.addSql("create unique index orders_ride on orders (ride_id) where ride_id is not null");
    this.addSql("alter table orders drop constraint orders_purpose_check");
    this.addSql(`
      alter table orders add constraint orders_purpose_check
        check (purpose in ('booking_fee', 'lead_fee', 'recharge', 'pick_drop', 'ride_fare'))
    `);
    this.addSql(`
      alter table orders add constraint orders_of_rides
        check ((purpose = 'ride_fare') = (ride_id is not null) and (ride_id is null or center_id is not null))
    `);
    this.addSql("create index geocodes_pincode on geocodes (pincode) where pincode is not null");
    this.addSql("create index centers_pincode on centers (pincode)");
  }

  override down() {
    this.addSql("drop index centers_pincode");
    this.addSql("drop index geocodes_pincode");
    this.addSql("alter table orders drop constraint orders_of_rides");
    this.addSql("alter table orders drop constraint orders_purpose_check");
    this.addSql(`
      alter table orders add constraint orders_purpose_check
        check (purpose in ('booking_fee', 'lead_fee', 'recharge', 'pick_drop')) not valid
    `);
    this.addSql("drop index orders_ride");
    this.addSql("alter table orders drop column ride_id");
    this.addSql("drop table rides");
  }
}
