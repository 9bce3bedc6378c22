import { Migration } from "@mikro-orm/migrations";

/**
 * A workbook of the old kind may be uploaded; how often an upload was begun and for what it failed last ends one that
 * would fail for ever; and what is stored of an upload is counted, so that what an account stores is bounded.
 */
export class AnUploadEndsAndWhatIsStoredOfItIsCounted extends Migration {
  override up() {
    this.addSql("alter table uploads drop constraint uploads_format_check");
    this.addSql("alter table uploads add constraint uploads_format_check check (format in ('csv', 'xlsx', 'xls'))");
    this.addSql(`
      alter table uploads
        add column tries integer not null default 0,
        add column failure text,
        add column stored_rows integer not null default 0,
        add column stored_bytes bigint not null default 0`);
    this.addSql(`
      update uploads u set stored_rows = stored.rows, stored_bytes = stored.bytes
        from (select upload_id, count(*) as rows, sum(pg_column_size(r.*)) as bytes from upload_rows r group by upload_id)
             as stored
       where stored.upload_id = u.id`);
  }

  override down() {
    this.addSql("delete from uploads where format = 'xls'");
    this.addSql("alter table uploads drop constraint uploads_format_check");
    this.addSql("alter table uploads add constraint uploads_format_check check (format in ('csv', 'xlsx'))");
    this.addSql(`
      alter table uploads drop column tries, drop column failure, drop column stored_rows, drop column stored_bytes`);
  }
}
