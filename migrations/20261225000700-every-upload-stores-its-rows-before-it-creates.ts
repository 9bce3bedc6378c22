import { Migration } from "@mikro-orm/migrations";

/**
 * A file is deleted once it was read, whether its upload waits or goes on by itself. An upload that created requests while
 * its file was read is read again: the rows it has are not stored twice.
 */
export class EveryUploadStoresItsRowsBeforeItCreates extends Migration {
  override up() {
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
