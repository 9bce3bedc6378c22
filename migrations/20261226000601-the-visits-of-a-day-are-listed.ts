import { Migration } from "@mikro-orm/migrations";

/** The visits of a center's day, those that are over too, for its board. */
export class TheVisitsOfADayAreListed extends Migration {
  override up() {
    this.addSql("create index appointments_day on appointments (center_id, day, begins)");
  }

  override down() {
    this.addSql("drop index appointments_day");
  }
}
