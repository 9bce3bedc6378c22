import { Migration } from "@mikro-orm/migrations";

/** Whether an order's money is going back is asked at every closing: by an index, not by reading all refunds. */
export class AnOrdersRefundsAreFoundByIt extends Migration {
  override up() {
    this.addSql("create index refunds_order on refunds (order_id)");
  }

  override down() {
    this.addSql("drop index refunds_order");
  }
}
