import { Migration } from "@mikro-orm/migrations";

const kinds = [
  ["annualsubscription", "annual_subscription_paise"],
  ["frist_installment", "first_installment_paise"],
  ["request_booking_amount", "request_booking_amount_paise"],
  ["subscribed_user_ticket_amount", "subscribed_user_ticket_amount_paise"],
  ["unsubscribed_user_ticket_amount", "unsubscribed_user_ticket_amount_paise"],
] as const;

/** Each of the five prices changes on a day of its own, and keeps what it was before. */
export class EachPriceHasItsDay extends Migration {
  override up() {
    this.addSql(`
      create table prices (
        id uuid not null,
        kind text not null check (kind in (${kinds.map(([kind]) => `'${kind}'`).join(", ")})),
        amount_paise bigint not null check (amount_paise >= 0),
        effective_from timestamptz(3) not null,
        created_by uuid,
        created_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    // The price in force is the newest one that has begun; a kind has one price from one moment on.
    this.addSql("create unique index prices_in_force on prices (kind, effective_from desc)");
    for (const [kind, column] of kinds) {
      this.addSql(`
        insert into prices (id, kind, amount_paise, effective_from, created_by, created_at)
        select gen_random_uuid(), '${kind}', ${column}, created_at, created_by, created_at from (
          select *, lag(${column}) over (order by created_at, id) as before,
                 row_number() over (partition by created_at order by id desc) as last
          from price_lists
        ) lists where last = 1 and before is distinct from ${column}
      `);
    }
    this.addSql("drop table price_lists");
  }

  override down() {
    this.addSql(`
      create table price_lists (
        id uuid not null,
        request_booking_amount_paise bigint not null,
        subscribed_user_ticket_amount_paise bigint not null,
        unsubscribed_user_ticket_amount_paise bigint not null,
        annual_subscription_paise bigint not null,
        first_installment_paise bigint not null,
        created_by uuid,
        created_at timestamptz(3) not null,
        primary key (id)
      );
    `);
    // A list for each moment a price changed; a price that was not set yet is the house's default.
    const usual = { annual: 299900, first: 99900, booking: 9900, subscribed: 4900, unsubscribed: 9900 };
    const at = (kind: string, otherwise: number) => `coalesce((
      select amount_paise from prices p where p.kind = '${kind}' and p.effective_from <= moments.at
      order by p.effective_from desc limit 1), ${otherwise})`;
    this.addSql(`
      insert into price_lists
      select gen_random_uuid(), ${at("request_booking_amount", usual.booking)},
             ${at("subscribed_user_ticket_amount", usual.subscribed)},
             ${at("unsubscribed_user_ticket_amount", usual.unsubscribed)},
             ${at("annualsubscription", usual.annual)}, ${at("frist_installment", usual.first)}, null, moments.at
      from (select distinct effective_from as at from prices where effective_from <= now()) moments
    `);
    this.addSql("drop table prices");
  }
}
