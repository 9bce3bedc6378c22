import { Migration } from "@mikro-orm/migrations";

/**
 * By what an uploaded request is known again is a client's own id in lower case. Where a client has two that differ by
 * case alone, the older one takes it and the other one stays as it is.
 */
export class AReferenceOfAnUploadedRequestIsOneInAnyCase extends Migration {
  override up() {
    this.addSql(`
      update tickets t set upload_key = lower(upload_key)
       where upload_key like 'ref:%' and upload_key <> lower(upload_key)
         and not exists (select from tickets o
                          where o.client_id = t.client_id and o.id <> t.id and lower(o.upload_key) = lower(t.upload_key)
                            and (o.id < t.id or o.upload_key = lower(o.upload_key)))
    `);
  }

  override down() {
    // Which letters were capital is not known; the keys in lower case stay unique.
  }
}
