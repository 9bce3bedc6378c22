import { Migration } from "@mikro-orm/migrations";

/** An upload that goes on by itself creates requests while its file is read: it keeps the file until it is over. */
export class AnUploadThatGoesOnKeepsItsFile extends Migration {
  override up() {
    this.addSql("alter table uploads drop constraint uploads_check");
    this.addSql(`
      alter table uploads add constraint uploads_check check (
        case when state in ('checking', 'unmapped') then blob_id is not null
             when state = 'running' and straight then true
             else blob_id is null end)`);
  }

  override down() {
    this.addSql("update uploads set state = 'checking' where state = 'running' and blob_id is not null");
    this.addSql("alter table uploads drop constraint uploads_check");
    this.addSql(
      "alter table uploads add constraint uploads_check check ((state in ('checking', 'unmapped')) = (blob_id is not null))",
    );
  }
}
