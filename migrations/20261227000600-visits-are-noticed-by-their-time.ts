import { Migration } from "@mikro-orm/migrations";

/** The visits that a center has ahead are found by the time they were promised for, however many old ones are still open. */
export class VisitsAreNoticedByTheirTime extends Migration {
  override up() {
    // Spelled like the conditions that read it.
    this.addSql(`
      create index tickets_visit_promised on tickets ((case
          when time_preference_type = 'SPECIFIC_DATE_AND_TIME' and specific_date_time is not null then specific_date_time
          when time_preference_type = 'WITHIN_24_HOURS' then created_at
          else coalesce(accepted_at, created_at) end))
        where center_id is not null and vehicle_id is null and started_at is null and deleted_at is null
          and status in ('PENDING', 'ACCEPTED', 'VERIFIED')`);
  }

  override down() {
    this.addSql("drop index tickets_visit_promised");
  }
}
