import { Migration } from "@mikro-orm/migrations";

/**
 * A form of a role or an admin knows the version it was filled from. Deleted ones stay for the history, and their names
 * are free again.
 */
export class RolesAndUsersAreChangedAndDeleted extends Migration {
  override up() {
    for (const table of ["roles", "admins"])
      this.addSql(`
        alter table ${table} add column version int not null default 1, add column deleted_at timestamptz(3)
      `);
    this.addSql("alter table roles add column created_by text");
    this.addSql("drop index roles_name");
    this.addSql("create unique index roles_name on roles (lower(role_name)) where deleted_at is null");
    this.addSql("create index roles_recent on roles (created_at desc, id desc) where deleted_at is null");
    this.addSql("drop index admins_user_name");
    this.addSql("create unique index admins_user_name on admins (lower(user_name)) where deleted_at is null");
    this.addSql("create index admins_recent on admins (created_at desc, id desc) where deleted_at is null");
    this.addSql("create index admins_role on admins (role_id) where deleted_at is null");
  }

  override down() {
    this.addSql("drop index admins_role");
    this.addSql("drop index admins_recent");
    this.addSql("drop index roles_recent");
    for (const [index, table, name] of [
      ["roles_name", "roles", "role_name"],
      ["admins_user_name", "admins", "user_name"],
    ]) {
      this.addSql(`drop index ${index}`);
      // Two deleted ones may have had one name.
      this.addSql(`update ${table} set ${name} = ${name} || ' ' || id where deleted_at is not null`);
      this.addSql(`create unique index ${index} on ${table} (lower(${name}))`);
    }
    this.addSql("alter table roles drop column created_by");
    for (const table of ["roles", "admins"])
      this.addSql(`alter table ${table} drop column version, drop column deleted_at`);
  }
}
