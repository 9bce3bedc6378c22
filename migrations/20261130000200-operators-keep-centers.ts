import { Migration } from "@mikro-orm/migrations";

/** Centers stand in a list of the operators, are found by the words of their names, and work for named clients. */
export class OperatorsKeepCenters extends Migration {
  override up() {
    this.addSql(`
      create table center_clients (
        center_id uuid not null,
        client_id uuid not null,
        primary key (center_id, client_id)
      );
    `);
    this.addSql(`
      alter table center_clients
        add foreign key (center_id) references centers (id),
        add foreign key (client_id) references clients (id);
    `);
    this.addSql("create index center_clients_client on center_clients (client_id, center_id)");
    this.addSql("create index centers_list on centers (created_at desc, id desc) where is_active <> 0");
    this.addSql(
      "create index centers_not_active on centers (is_active, created_at desc, id desc) where is_active not in (0, 1)",
    );
    this.addSql(`
      create index centers_disabled on centers (created_at desc, id desc)
        where is_active <> 0 and (login_disabled or broadcast_disabled);
    `);
    this.addSql("create index centers_subscribed on centers (subscribe_end_date) where is_active <> 0");
    this.addSql("create index centers_words on centers using gin (to_tsvector('simple', center_name))");
  }

  override down() {
    this.addSql("drop index centers_words");
    this.addSql("drop index centers_subscribed");
    this.addSql("drop index centers_disabled");
    this.addSql("drop index centers_not_active");
    this.addSql("drop index centers_list");
    this.addSql("drop table center_clients");
  }
}
