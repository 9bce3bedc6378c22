import { Migration } from "@mikro-orm/migrations";

/** What somebody typed to register waits for the code of their phone; a center knows whether its phone was proved. */
export class RegistrationsWaitForTheirCode extends Migration {
  override up() {
    this.addSql(`
      create table registrations (
        id uuid not null,
        kind text not null,
        token_hash text not null,
        phone text not null,
        owner_id uuid,
        details jsonb not null,
        made_id uuid,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql("alter table registrations add check (kind in ('center', 'onboarder'))");
    this.addSql("create unique index registrations_token on registrations (token_hash)");
    this.addSql("create index registrations_expiry on registrations (expires_at)");
    this.addSql("alter table centers add column phone_verified_at timestamptz(3)");
    this.addSql("create index centers_onboarder on centers (onboarded_by, id desc) where onboarded_by is not null");
  }

  override down() {
    this.addSql("drop index centers_onboarder");
    this.addSql("alter table centers drop column phone_verified_at");
    this.addSql("drop table registrations");
  }
}
