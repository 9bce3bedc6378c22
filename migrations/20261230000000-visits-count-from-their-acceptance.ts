import { Migration } from "@mikro-orm/migrations";

const live = `where center_id is not null and vehicle_id is null and started_at is null and deleted_at is null
          and status in ('PENDING', 'ACCEPTED', 'VERIFIED')`;

/** The promised time of a request that a center accepted later counts from its acceptance. */
export class VisitsCountFromTheirAcceptance extends Migration {
  override up() {
    this.addSql("drop index tickets_visit_promised");
    this.addSql(`
      create index tickets_visit_promised on tickets (greatest(accepted_at, case
          when time_preference_type = 'SPECIFIC_DATE_AND_TIME' and specific_date_time is not null then specific_date_time
          else created_at end))
        ${live}`);
  }

  override down() {
    this.addSql("drop index tickets_visit_promised");
    this.addSql(`
      create index tickets_visit_promised on tickets ((case
          when time_preference_type = 'SPECIFIC_DATE_AND_TIME' and specific_date_time is not null then specific_date_time
          when time_preference_type = 'WITHIN_24_HOURS' then created_at
          else coalesce(accepted_at, created_at) end))
        ${live}`);
  }
}
