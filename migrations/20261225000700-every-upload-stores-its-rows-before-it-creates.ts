import { Migration } from "@mikro-orm/migrations";

/**
 * A file is deleted once it was read, whether its upload waits or goes on by itself. An upload that was creating requests
 * while its file was read is read anew where none was created yet, and is ended where some were: these are offered, and the
 * rest is created when the file is sent again, which knows them.
 */
export class EveryUploadStoresItsRowsBeforeItCreates extends Migration {
  override up() {
    this.addSql(`
      update uploads u set state = 'cancelled', reason = 'uploads.gaveUp', blob_id = null, ended_at = now(), worked_at = now()
       where state = 'running' and blob_id is not null
         and exists (select from upload_rows where upload_id = u.id and outcome = 'created')`);
    this.addSql(
      "update uploads set state = 'checking', started_at = null where state = 'running' and blob_id is not null",
    );
    this.addSql("alter table uploads drop constraint uploads_check");
    this.addSql(
      "alter table uploads add constraint uploads_check check ((state in ('checking', 'unmapped')) = (blob_id is not null))",
    );
  }

  override down() {
    this.addSql("alter table uploads drop constraint uploads_check");
    this.addSql(`
      alter table uploads add constraint uploads_check check (
        case when state in ('checking', 'unmapped') then blob_id is not null
             when state = 'running' and straight then true
             else blob_id is null end)`);
  }
}
