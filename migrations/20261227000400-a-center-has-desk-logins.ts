import { Migration } from "@mikro-orm/migrations";

/** The people of a center's desk who sign in with a phone of their own, and whose sessions are theirs. */
export class ACenterHasDeskLogins extends Migration {
  override up() {
    this.addSql(`
      create table desk_logins (
        id uuid primary key,
        center_id uuid not null references centers (id),
        name text not null,
        phone text,
        created_at timestamptz(3) not null,
        signed_in_at timestamptz(3),
        ended_at timestamptz(3),
        check (phone is not null or ended_at is not null)
      )`);
    this.addSql("create unique index desk_logins_phone on desk_logins (phone) where ended_at is null");
    this.addSql("create index desk_logins_ended_phone on desk_logins (phone) where ended_at is not null");
    this.addSql("create index desk_logins_center on desk_logins (center_id, created_at)");
    this.addSql("alter table sessions add column desk_login_id uuid");
    this.addSql("create index sessions_desk_login on sessions (desk_login_id) where desk_login_id is not null");
  }

  override down() {
    this.addSql("update sessions set ended_at = now() where desk_login_id is not null and ended_at is null");
    this.addSql("alter table sessions drop column desk_login_id");
    this.addSql("drop table desk_logins");
  }
}
