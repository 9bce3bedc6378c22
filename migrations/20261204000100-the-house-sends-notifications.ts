import { Migration } from "@mikro-orm/migrations";

/**
 * Notifications that admins write, each sending of one with its recipients, and the devices of the apps. A sending walks
 * its recipients by its primary key, an inbox reads those of an account, the newest first.
 */
export class TheHouseSendsNotifications extends Migration {
  override up() {
    this.addSql(`
      create table notifications (
        id uuid primary key,
        title text not null,
        description text not null,
        user_type text not null check (user_type in ('Consumer', 'Technician', 'Individual')),
        is_active boolean not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )
    `);
    this.addSql("create index notifications_newest on notifications (created_at, id)");
    this.addSql(`
      create table notification_sends (
        id uuid primary key,
        notification_id uuid not null references notifications (id),
        user_type text not null,
        service_id uuid references services (id),
        state text,
        mobile text,
        sent_by text not null,
        admin_id uuid not null,
        at_night boolean not null,
        status text not null check (status in ('waiting', 'running', 'done', 'stopped')),
        starts_at timestamptz(3) not null,
        expected integer not null,
        gathered boolean not null,
        position uuid,
        recipients integer not null default 0,
        pushed integer not null default 0,
        sent integer not null default 0,
        failed integer not null default 0,
        delivered integer not null default 0,
        worked_at timestamptz(3) not null,
        ended_at timestamptz(3),
        created_at timestamptz(3) not null
      )
    `);
    this.addSql("create index notification_sends_newest on notification_sends (created_at, id)");
    this.addSql("create index notification_sends_of on notification_sends (notification_id, created_at)");
    this.addSql(
      "create index notification_sends_open on notification_sends (worked_at) where status in ('waiting', 'running')",
    );
    this.addSql(`
      create table notification_recipients (
        send_id uuid not null references notification_sends (id),
        account_id uuid not null,
        account_kind text not null check (account_kind in ('consumer', 'technician', 'center')),
        push text not null check (push in ('none', 'waiting', 'sending', 'sent', 'failed')),
        tries smallint not null default 0,
        due_at timestamptz(3) not null,
        reason text,
        seen_at timestamptz(3),
        created_at timestamptz(3) not null,
        primary key (send_id, account_id)
      )
    `);
    this.addSql(
      "create index notification_recipients_inbox on notification_recipients (account_id, created_at, send_id)",
    );
    this.addSql(
      "create index notification_recipients_due on notification_recipients (send_id, due_at) where push in ('waiting', 'sending')",
    );
    this.addSql(`
      create table app_devices (
        id uuid primary key,
        account_id uuid not null,
        account_kind text not null check (account_kind in ('consumer', 'technician', 'center')),
        session_id uuid references sessions (id) on delete set null,
        token_hash text not null,
        sealed text not null,
        platform text not null,
        created_at timestamptz(3) not null,
        seen_at timestamptz(3) not null
      )
    `);
    this.addSql("create unique index app_devices_token on app_devices (token_hash)");
    this.addSql("create index app_devices_account on app_devices (account_id, seen_at)");
    this.addSql("create index app_devices_session on app_devices (session_id) where session_id is not null");
  }

  override down() {
    this.addSql("drop table app_devices");
    this.addSql("drop table notification_recipients");
    this.addSql("drop table notification_sends");
    this.addSql("drop table notifications");
  }
}
