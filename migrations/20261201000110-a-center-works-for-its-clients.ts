import { Migration } from "@mikro-orm/migrations";

const reasons =
  "'offered', 'same_center', 'not_needed', 'service', 'pincode', 'capacity', 'disabled', 'trial_over', 'refused'";

/** A center may be passed over because it works for other clients only. */
export class ACenterWorksForItsClients extends Migration {
  override up() {
    this.addSql("alter table match_reasons drop constraint match_reasons_reason_check");
    this.addSql(`
      alter table match_reasons
        add constraint match_reasons_reason_check check (reason in (${reasons}, 'client'))
    `);
  }

  override down() {
    this.addSql("delete from match_reasons where reason = 'client'");
    this.addSql("alter table match_reasons drop constraint match_reasons_reason_check");
    this.addSql(`
      alter table match_reasons add constraint match_reasons_reason_check check (reason in (${reasons}))
    `);
  }
}
