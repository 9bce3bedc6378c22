import { Migration } from "@mikro-orm/migrations";

/** Carriers share addresses among thousands, so where a code was typed in proves nothing and is not kept (fixed point 13). */
export class AProofKnowsNoNetwork extends Migration {
  override up() {
    this.addSql("alter table otp_proofs drop column address");
  }

  override down() {
    this.addSql("alter table otp_proofs add column address text");
  }
}
