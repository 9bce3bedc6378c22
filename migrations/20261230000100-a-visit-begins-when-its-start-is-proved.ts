import { Migration } from "@mikro-orm/migrations";

const promised = `greatest(accepted_at, case
          when time_preference_type = 'SPECIFIC_DATE_AND_TIME' and specific_date_time is not null then specific_date_time
          else created_at end)`;
const live = `center_id is not null and vehicle_id is null and deleted_at is null
          and status in ('PENDING', 'ACCEPTED', 'VERIFIED')`;

/** When the start of a visit was proved; a picture or a technician's status proves none. */
export class AVisitBeginsWhenItsStartIsProved extends Migration {
  override up() {
    this.addSql("alter table tickets add column start_proved_at timestamptz(3)");
    // What began without a code, because it has none, has begun.
    this.addSql(`
      update tickets t set start_proved_at = t.started_at
       where t.started_at is not null
         and not exists (select from start_codes s where s.ticket_id = t.id and s.proved_at is null)`);
    this.addSql("drop index tickets_visit_promised");
    this.addSql(
      `create index tickets_visit_promised on tickets (${promised}) where start_proved_at is null and ${live}`,
    );
  }

  override down() {
    this.addSql("drop index tickets_visit_promised");
    this.addSql(`create index tickets_visit_promised on tickets (${promised}) where started_at is null and ${live}`);
    this.addSql("alter table tickets drop column start_proved_at");
  }
}
