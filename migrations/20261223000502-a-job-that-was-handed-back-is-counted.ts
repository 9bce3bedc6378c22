import { Migration } from "@mikro-orm/migrations";

/** Each job a center handed back, with its reason and whether its lead price went back. */
export class AJobThatWasHandedBackIsCounted extends Migration {
  override up() {
    this.addSql(`
      create table hand_backs (
        id uuid primary key,
        ticket_id uuid not null references tickets (id),
        center_id uuid not null references centers (id),
        broadcast_id uuid not null references broadcasts (id),
        reason text not null check (reason in ('too_far', 'no_technician', 'no_parts', 'customer_unreachable', 'other_work')),
        free boolean not null,
        created_at timestamptz(3) not null
      )
    `);
    this.addSql("create index hand_backs_center on hand_backs (center_id, created_at)");
    this.addSql("create index hand_backs_ticket on hand_backs (ticket_id, created_at)");
  }

  override down() {
    this.addSql("drop table hand_backs");
  }
}
