import { Migration } from "@mikro-orm/migrations";

/**
 * Uses that requests hold whose fee was not lowered (of clients, centers and desks, of pick and drop, of a code moved at
 * the desk), or was refunded, are free again.
 */
export class AUseOfAnOfferIsTakenWhereAFeeIsLowered extends Migration {
  override up() {
    this.addSql(`
      update offer_uses u set state = 'returned'
       where state <> 'returned'
         and (not exists (select from orders o where o.ticket_id = u.ticket_id and o.price_snapshot ? 'feeOffPaise')
              or exists (select from orders o join refunds r on r.order_id = o.id
                          where o.ticket_id = u.ticket_id and o.price_snapshot ? 'feeOffPaise'))
    `);
    this.addSql(`
      update offers o set uses = (select count(*) from offer_uses u where u.offer_id = o.id and u.state <> 'returned')
       where total_uses is not null or uses_per_phone is not null
    `);
  }

  /** Which of them were taken is not known any more. */
  override down() {}
}
