import { Migration } from "@mikro-orm/migrations";

/** A fee that waits is found by its age: the index holds the few requests that have one. */
export class TheFeeOfAClosedRequestMayWaitForADecision extends Migration {
  override up() {
    this.addSql("alter table tickets add column fee_held_at timestamptz(3), add column fee_remarks text");
    this.addSql("create index tickets_fee_held on tickets (fee_held_at, id) where fee_held_at is not null");
  }

  override down() {
    this.addSql("drop index tickets_fee_held");
    this.addSql("alter table tickets drop column fee_held_at, drop column fee_remarks");
  }
}
