import { Migration } from "@mikro-orm/migrations";

/**
 * Which booking holds a use of a limited offer, so that an unpaid one gives it back. Of the bookings there are, the
 * earliest hold the uses of their code; what is counted is what is held.
 */
export class ALimitedOffersUsesAreHeldByTheirBookings extends Migration {
  override up() {
    this.addSql(`
      create table offer_uses (
        ticket_id uuid primary key references tickets (id),
        offer_id uuid not null references offers (id) on delete cascade,
        state text not null check (state in ('held', 'used', 'returned'))
      )
    `);
    this.addSql("create index offer_uses_offer on offer_uses (offer_id) where state <> 'returned'");
    this.addSql(`
      insert into offer_uses (ticket_id, offer_id, state)
      select ticket_id, offer_id, state from (
        select t.id as ticket_id, o.id as offer_id, o.total_uses,
               case when t.is_paid_by_public or t.status <> 'PENDING' then 'used' else 'held' end as state,
               row_number() over (partition by t.id order by o.fee_off_paise desc, o.id) as choice,
               row_number() over (partition by o.id order by t.created_at, t.id) as turn
          from offers o join tickets t on upper(t.offer_code) = upper(o.title)
         where (o.total_uses is not null or o.uses_per_phone is not null)
           and t.created_at >= o.created_at and t.created_at between o.from_date and o.to_date
           and t.deleted_at is null and t.status <> 'CANCEL' and t.revisit_of is null and t.service_available
      ) taken
      where choice = 1 and (total_uses is null or turn <= total_uses)
    `);
    this.addSql("update offers set uses = (select count(*) from offer_uses u where u.offer_id = offers.id)");
    this.addSql("alter table offers add constraint offers_uses_check check (uses >= 0)");
  }

  override down() {
    this.addSql("alter table offers drop constraint offers_uses_check");
    this.addSql("drop table offer_uses");
  }
}
