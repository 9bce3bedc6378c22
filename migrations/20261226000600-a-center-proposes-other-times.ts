import { Migration } from "@mikro-orm/migrations";

/** The windows that centers proposed to customers whose wanted time they cannot come at. */
export class ACenterProposesOtherTimes extends Migration {
  override up() {
    this.addSql(`
      create table proposals (
        id uuid primary key,
        ticket_id uuid not null references tickets (id),
        center_id uuid not null references centers (id),
        broadcast_id uuid not null references broadcasts (id),
        windows jsonb not null check (jsonb_array_length(windows) between 1 and 3),
        expires_at timestamptz(3) not null,
        created_at timestamptz(3) not null,
        outcome text check (outcome in ('chosen', 'withdrawn', 'expired', 'over')),
        chosen timestamptz(3) check ((chosen is not null) = (outcome is not null and outcome = 'chosen')),
        ended_at timestamptz(3) check ((ended_at is null) = (outcome is null))
      )`);
    this.addSql(`create unique index one_open_proposal on proposals (broadcast_id) where ended_at is null`);
    this.addSql(`create index proposals_broadcast on proposals (broadcast_id, created_at)`);
    this.addSql(`create index proposals_ticket on proposals (ticket_id, created_at)`);
  }

  /** What was proposed is lost. */
  override down() {
    this.addSql("drop table proposals");
  }
}
