import { Migration } from "@mikro-orm/migrations";

/** Admins prove themselves by a code of their phone as well (H30), and see where they are signed in. */
export class AdminsHaveASecondFactor extends Migration {
  override up() {
    this.addSql(`
      create table admin_second_factors (
        admin_id uuid not null,
        secret_sealed text,
        confirmed_at timestamptz(3),
        last_step bigint,
        failures int not null default 0,
        last_try_at timestamptz(3),
        locked_until timestamptz(3),
        offered_sealed text,
        offered_session_id uuid,
        offered_at timestamptz(3),
        primary key (admin_id)
      );
    `);
    this.addSql(`
      alter table admin_second_factors
        add foreign key (admin_id) references admins (id) on delete cascade,
        add check ((secret_sealed is null) = (confirmed_at is null)),
        add check ((offered_sealed is null) = (offered_at is null));
    `);
    this.addSql(`
      create table admin_recovery_codes (
        id uuid not null,
        admin_id uuid not null,
        code_hash text not null,
        created_at timestamptz(3) not null,
        used_at timestamptz(3),
        primary key (id)
      );
    `);
    this.addSql(`
      alter table admin_recovery_codes
        add foreign key (admin_id) references admins (id) on delete cascade;
    `);
    this.addSql("create unique index admin_recovery_codes_hash on admin_recovery_codes (admin_id, code_hash)");
    this.addSql(`
      create table admin_pending_sign_ins (
        id uuid not null,
        token_hash text not null,
        admin_id uuid not null,
        password_mark text not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3),
        primary key (id)
      );
    `);
    this.addSql(`
      alter table admin_pending_sign_ins
        add foreign key (admin_id) references admins (id) on delete cascade;
    `);
    this.addSql("create unique index admin_pending_sign_ins_token on admin_pending_sign_ins (token_hash)");
    this.addSql(`
      alter table sessions
        add column device text,
        add column last_seen_at timestamptz(3),
        add column proved_at timestamptz(3);
    `);
  }

  override down() {
    this.addSql("alter table sessions drop column device, drop column last_seen_at, drop column proved_at");
    this.addSql("drop table admin_pending_sign_ins");
    this.addSql("drop table admin_recovery_codes");
    this.addSql("drop table admin_second_factors");
  }
}
