import { Migration } from "@mikro-orm/migrations";

/**
 * Each list of the operators' console, each of its filters and its order are found by an index. Which requests changed
 * lately is found by a block range index, because a B-tree would be written by every change of a request.
 */
export class OperatorsListsHaveTheirIndexes extends Migration {
  override up() {
    for (const [name, of] of Object.entries(parts)) {
      this.addSql(`create index ${name} on tickets (created_at desc, id desc) where deleted_at is null and ${of}`);
    }
    this.addSql(
      "create index tickets_service_list on tickets (service_id, created_at desc, id desc) where deleted_at is null",
    );
    this.addSql(
      "create index tickets_city_list on tickets (lower(city), created_at desc, id desc) where deleted_at is null",
    );
    this.addSql(`
      create index tickets_visit on tickets (specific_date_time)
        where deleted_at is null and specific_date_time is not null and status not in ('CLOSED', 'CANCEL')
    `);
    this.addSql(
      "create index tickets_updated on tickets using brin (updated_at) with (pages_per_range = 32, autosummarize = on)",
    );
    this.addSql("create index broadcasts_list on broadcasts (created_at desc, id desc)");
    this.addSql("create index broadcasts_status_list on broadcasts (status, created_at desc, id desc)");
    this.addSql(`
      create index broadcasts_open_list on broadcasts (created_at desc, id desc) where status in ('PENDING', 'RESERVED')
    `);
    this.addSql("create index rides_status_list on rides (status, created_at desc, id desc)");
  }

  override down() {
    for (const name of [
      ...Object.keys(parts),
      "tickets_service_list",
      "tickets_city_list",
      "tickets_visit",
      "tickets_updated",
      "broadcasts_list",
      "broadcasts_status_list",
      "broadcasts_open_list",
      "rides_status_list",
    ]) {
      this.addSql(`drop index ${name}`);
    }
  }
}

/** The requests of each list that shows only some of them. */
const parts = {
  tickets_no_service_list: "not service_available",
  tickets_by_centers_list: "created_by = 'CENTER'",
  tickets_of_clients_list: "client_id is not null",
  tickets_created_elsewhere_list:
    "created_by_center_id is not null and center_id is distinct from created_by_center_id",
  tickets_open_list: "status not in ('CLOSED', 'CANCEL')",
};
