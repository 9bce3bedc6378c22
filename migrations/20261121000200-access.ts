import { Migration } from "@mikro-orm/migrations";

/** Who may enter: admins, roles, consumers, sessions, one-time passwords and what they prove. */
export class Access extends Migration {
  override up() {
    this.addSql(`
      create table roles (
        id uuid not null,
        role_name text not null,
        permissions jsonb not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql("create unique index roles_name on roles (lower(role_name))");
    this.addSql(`
      create table admins (
        id uuid not null,
        user_name text not null,
        password_hash text not null,
        name text not null,
        country_code text not null default '+91',
        mobile text,
        admin_role text not null,
        role_id uuid,
        client_id uuid,
        is_active boolean not null default true,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql(`
      alter table admins
        add foreign key (role_id) references roles (id),
        add check (admin_role in ('SUPER_ADMIN', 'CLIENT', 'ROLE'));
    `);
    this.addSql("create unique index admins_user_name on admins (lower(user_name))");
    this.addSql(`
      create table sign_in_tries (
        key text not null,
        failures int not null,
        last_at timestamptz(3) not null,
        locked_until timestamptz(3),
        primary key (key)
      );
    `);
    this.addSql(`
      create table consumers (
        id uuid not null,
        name text not null,
        country_code text not null default '+91',
        phone text not null,
        pincode text,
        locale text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql("create unique index consumers_phone on consumers (phone)");
    this.addSql(`
      create table sessions (
        id uuid not null,
        kind text not null,
        subject_id uuid,
        token_hash text not null,
        via text not null,
        address text,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        ended_at timestamptz(3),
        primary key (id)
      );
    `);
    this.addSql(`
      alter table sessions
        add check (kind in ('admin', 'center', 'onboarder', 'technician', 'visitor'));
    `);
    this.addSql("create unique index sessions_token on sessions (token_hash)");
    this.addSql("create index sessions_subject on sessions (subject_id) where ended_at is null");
    this.addSql("create index sessions_expiry on sessions (expires_at)");
    this.addSql(`
      create table visitor_phones (
        session_id uuid not null,
        phone text not null,
        proved_at timestamptz(3) not null,
        primary key (session_id, phone)
      );
    `);
    this.addSql(`
      alter table visitor_phones
        add foreign key (session_id) references sessions (id) on delete cascade;
    `);
    this.addSql(`
      create table otps (
        id uuid not null,
        phone text not null,
        purpose text not null,
        code_hash text not null,
        address text,
        locale text not null default 'en',
        tries int not null default 0,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3),
        primary key (id)
      );
    `);
    this.addSql("create index otps_phone on otps (phone, created_at desc)");
    this.addSql(`
      create table otp_proofs (
        id uuid not null,
        token_hash text not null,
        phone text not null,
        purpose text not null,
        address text,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3),
        primary key (id)
      );
    `);
    this.addSql("create unique index otp_proofs_token on otp_proofs (token_hash)");
    this.addSql("create index otp_proofs_phone on otp_proofs (phone, purpose) where used_at is null");
  }

  override down() {
    this.addSql("drop table otp_proofs");
    this.addSql("drop table otps");
    this.addSql("drop table visitor_phones");
    this.addSql("drop table sessions");
    this.addSql("drop table consumers");
    this.addSql("drop table sign_in_tries");
    this.addSql("drop table admins");
    this.addSql("drop table roles");
  }
}
