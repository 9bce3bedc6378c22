import { Migration } from "@mikro-orm/migrations";

/** A new password that waits for the proof of its phone (Q01). */
export class PasswordResets extends Migration {
  override up() {
    this.addSql(`
      create table password_resets (
        id uuid not null,
        token_hash text not null,
        phone text not null,
        password_hash text not null,
        address text,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3),
        primary key (id)
      );
    `);
    this.addSql("create unique index password_resets_token on password_resets (token_hash)");
    this.addSql("create index password_resets_phone on password_resets (phone, created_at desc)");
    this.addSql("create index admins_mobile on admins (mobile) where mobile is not null");
  }

  override down() {
    this.addSql("drop index admins_mobile");
    this.addSql("drop table password_resets");
  }
}
