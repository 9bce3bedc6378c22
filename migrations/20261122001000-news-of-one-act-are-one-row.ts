import { Migration } from "@mikro-orm/migrations";

/** An act that concerns twenty centers wrote twenty rows of news, and twenty were taken away again; now it is one. */
export class NewsOfOneActAreOneRow extends Migration {
  override up() {
    this.addSql("alter table live_outbox add column topics text[]");
    this.addSql("update live_outbox set topics = array[topic]");
    this.addSql("alter table live_outbox alter column topics set not null, drop column topic");
  }

  override down() {
    this.addSql("alter table live_outbox add column topic text");
    this.addSql("insert into live_outbox (topics, topic) select '{}', unnest(topics) from live_outbox");
    this.addSql("delete from live_outbox where topic is null");
    this.addSql("alter table live_outbox alter column topic set not null, drop column topics");
  }
}
