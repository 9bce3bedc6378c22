import { Migration } from "@mikro-orm/migrations";

/** Requests and rides of people who were erased before lose the last columns that take words, as every erasure does now. */
export class WhoWasErasedLeavesNoWords extends Migration {
  override up() {
    this.addSql(`
      update tickets set city = null, client_reference = null, offer_code = null, take_time = null, upload_key = null
       where phone = '' and id in (select unnest(ticket_ids) from erasures);
    `);
    this.addSql("update rides set city = null where phone = '' and city is not null");
    this.addSql(`
      update adjustments
         set remarks = '-', decision_remarks = null, settlement_remarks = null,
             objection_text = case when objection is not null then '-' end
       where ticket_id in (select unnest(ticket_ids) from erasures);
    `);
    this.addSql(`
      update webhook_deliveries set facts = jsonb_set(facts, '{clientReference}', 'null')
       where ticket_id in (select unnest(ticket_ids) from erasures) and facts->>'clientReference' is not null;
    `);
  }

  override down() {
    // What was erased does not come back.
  }
}
