import { Migration } from "@mikro-orm/migrations";

/** The links that technicians get to their visits, by the hashes of their tokens. */
export class ATechnicianHasALinkToAVisit extends Migration {
  override up() {
    this.addSql(`
      create table technician_links (
        id uuid primary key,
        ticket_id uuid not null references tickets (id),
        technician_id uuid not null references technicians (id),
        token_hash text not null,
        created_at timestamptz(3) not null
      )`);
    this.addSql("create unique index technician_links_token on technician_links (token_hash)");
  }

  override down() {
    this.addSql("drop table technician_links");
  }
}
