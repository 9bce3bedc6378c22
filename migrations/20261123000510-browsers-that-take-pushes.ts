import { Migration } from "@mikro-orm/migrations";

/** Browsers of signed-in centers that asked for pushes; a session that is cleared away takes its own along. */
export class BrowsersThatTakePushes extends Migration {
  override up() {
    this.addSql(`
      create table push_subscriptions (
        id uuid not null,
        center_id uuid not null,
        session_id uuid not null,
        endpoint_hash text not null,
        service text not null,
        sealed text not null,
        created_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    this.addSql("alter table push_subscriptions add foreign key (center_id) references centers (id) on delete cascade");
    this.addSql(
      "alter table push_subscriptions add foreign key (session_id) references sessions (id) on delete cascade",
    );
    this.addSql("create unique index push_subscriptions_endpoint on push_subscriptions (endpoint_hash)");
    this.addSql("create index push_subscriptions_center on push_subscriptions (center_id, created_at desc)");
    this.addSql("create index push_subscriptions_session on push_subscriptions (session_id)");
  }

  override down() {
    this.addSql("drop table push_subscriptions");
  }
}
