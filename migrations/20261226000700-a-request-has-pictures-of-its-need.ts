import { Migration } from "@mikro-orm/migrations";

/** Pictures a customer adds to a booking: of its draft until it is a request, and then of the request. */
export class ARequestHasPicturesOfItsNeed extends Migration {
  override up() {
    this.addSql(`
      create table need_pictures (
        id uuid primary key,
        draft_id uuid references booking_drafts (id),
        ticket_id uuid references tickets (id),
        slot smallint not null check (slot between 0 and 2),
        blob_id uuid not null,
        created_at timestamptz(3) not null,
        check ((draft_id is null) <> (ticket_id is null))
      )`);
    this.addSql("create unique index need_pictures_draft on need_pictures (draft_id, slot) where draft_id is not null");
    this.addSql(
      "create unique index need_pictures_ticket on need_pictures (ticket_id, slot) where ticket_id is not null",
    );
  }

  override down() {
    this.addSql("drop table need_pictures");
  }
}
