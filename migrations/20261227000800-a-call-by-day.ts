import { Migration } from "@mikro-orm/migrations";

/** Whether one of the calls of a technician at the address was between 08:00 and 20:00 in India. */
export class ACallByDay extends Migration {
  override up() {
    this.addSql("alter table arrivals add column called_by_day boolean not null default false");
    this.addSql(`
      update arrivals set called_by_day = true
      where calls > 0 and (last_call_at at time zone 'Asia/Kolkata')::time >= '08:00'
        and (last_call_at at time zone 'Asia/Kolkata')::time < '20:00'`);
  }

  override down() {
    this.addSql("alter table arrivals drop column called_by_day");
  }
}
