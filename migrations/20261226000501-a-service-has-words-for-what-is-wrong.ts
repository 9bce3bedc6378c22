import { Migration } from "@mikro-orm/migrations";

/** A service has short words for what is often wrong, by language; without its own it has the usual ones of its name. */
export class AServiceHasWordsForWhatIsWrong extends Migration {
  override up() {
    this.addSql("alter table services add column chips jsonb");
  }

  override down() {
    this.addSql("alter table services drop column chips");
  }
}
