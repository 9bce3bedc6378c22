import { Migration } from "@mikro-orm/migrations";

/** The fields of a request's form into which words are typed. */
const words = "'requirement', 'houseNumber', 'locality', 'city', 'offerCode', 'clientReference', 'adminRemarks'";

/**
 * History is never erased, so what was stored in it of words that may name a person is emptied: the title and text of
 * notifications, words in changes of requests, and what was typed into the filters of lists. Only the owner's role may change history.
 */
export class HistoryHoldsNoWordsOfPeople extends Migration {
  override up() {
    this.addSql("alter table history disable trigger history_append_only");
    this.addSql(`
      update history set data = data - 'title' - 'description'
       where event = 'notification.created' and data ?| array['title', 'description'];
    `);
    this.addSql(`
      update history
         set data = jsonb_set(data, '{filter}', (
               select jsonb_object_agg(key, case when key in ('search', 'number', 'city') then 'true'::jsonb else value end)
                 from jsonb_each(data->'filter')))
       where event in ('list.exported', 'bulk.started') and data->'filter' ?| array['search', 'number', 'city'];
    `);
    for (const side of ["from", "to"])
      this.addSql(`
        update history set data = jsonb_set(data, '{${side}}', (data->'${side}') - array[${words}])
         where event = 'ticket.updated' and data->'${side}' ?| array[${words}];
      `);
    this.addSql("alter table history enable always trigger history_append_only");
  }

  override down() {
    // What was emptied does not come back.
  }
}
