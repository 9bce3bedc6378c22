import { Migration } from "@mikro-orm/migrations";

/**
 * A mobile number resets a password, so it is one live admin's, and only once it is proved. Numbers stored so far count
 * as proved where one admin alone has them. Of several admins a SUPER_ADMIN keeps the number, among equals one who can
 * sign in, then the oldest; keepers prove it at their next login. The others' are moved to `mobile_emptied`, which
 * `doctor` lists until an operator enters another.
 */
export class APhoneIsOneAdmins extends Migration {
  override up() {
    this.addSql(`
      alter table admins add column mobile_proved_at timestamptz(3), add column mobile_emptied text
    `);
    // Spelled as every form spells them: the last ten digits.
    this.addSql(`
      update admins set mobile = nullif(right(regexp_replace(mobile, '[^0-9]', '', 'g'), 10), '')
       where mobile is not null and mobile !~ '^[0-9]{10}$'
    `);
    this.addSql(`
      update admins set mobile_proved_at = now()
       where deleted_at is null and mobile is not null and not exists (
         select from admins other
          where other.mobile = admins.mobile and other.id <> admins.id and other.deleted_at is null)
    `);
    this.addSql(`
      update admins set mobile_emptied = admins.mobile, mobile = null, version = admins.version + 1
        from (select id, row_number() over (
                partition by mobile order by admin_role = 'SUPER_ADMIN' desc, is_active desc, created_at, id) as place
                from admins where deleted_at is null and mobile is not null) as ranked
       where ranked.id = admins.id and ranked.place > 1
    `);
    this.addSql("drop index admins_mobile");
    this.addSql("create unique index admins_mobile on admins (mobile) where mobile is not null and deleted_at is null");
  }

  override down() {
    this.addSql("drop index admins_mobile");
    this.addSql("update admins set mobile = mobile_emptied where mobile is null and mobile_emptied is not null");
    this.addSql("create index admins_mobile on admins (mobile) where mobile is not null");
    this.addSql("alter table admins drop column mobile_proved_at, drop column mobile_emptied");
  }
}
