import { Migration } from "@mikro-orm/migrations";

/**
 * Operators find requests by the beginning of a number or name, or the last letters of a number; centers and technicians
 * by the beginning of their names. B-trees in byte order: they serve prefixes whatever the database's language, and cost a
 * booking less than trigrams would.
 */
export class RequestsAreFoundByWords extends Migration {
  override up() {
    this.addSql(`create index tickets_number_search on tickets (ticket_id collate "C") where deleted_at is null`);
    this.addSql("create index tickets_number_end on tickets (right(ticket_id, 4)) where deleted_at is null");
    this.addSql(`create index tickets_name_search on tickets (lower(name) collate "C") where deleted_at is null`);
    this.addSql(`create index centers_name_search on centers (lower(center_name) collate "C")`);
    this.addSql(`create index partner_qrs_search on partner_qrs (upper(qr_id) collate "C") where kind = 'center'`);
    this.addSql(`create index technicians_name_search on technicians (lower(name) collate "C")`);
  }

  override down() {
    for (const name of ["tickets_number_search", "tickets_number_end", "tickets_name_search", "centers_name_search"])
      this.addSql(`drop index ${name}`);
    for (const name of ["partner_qrs_search", "technicians_name_search"]) this.addSql(`drop index ${name}`);
  }
}
