import { Migration } from "@mikro-orm/migrations";
import { unseal } from "#modules/kernel/crypto.server.ts";

/**
 * A PAN number lies sealed, with its last four characters and a keyed hash beside it; a sealed file's row names the key.
 * What stands in clear is sealed by the worker (modules/centers/technicians/pan.ts), with the secret the application really has: a
 * schema may be brought up to date by whoever owns it, and what they sealed with another secret would be lost. The
 * column in clear stays, empty, for as long as an earlier version may still be running beside this one.
 */
export class PanNumbersAreSealed extends Migration {
  override up() {
    this.addSql(`
      alter table technicians
        add column pan_sealed text,
        add column pan_last4 text,
        add column pan_hash text,
        add check ((pan_sealed is null) = (pan_last4 is null) and (pan_sealed is null) = (pan_hash is null));
    `);
    this.addSql("alter table blobs add column sealed_key text");
  }

  /** What was sealed is readable again for the version before; a number that cannot be read stops it, nothing is lost. */
  override async down() {
    const sealed = await this.execute("select id, pan_sealed from technicians where pan_sealed is not null");
    for (const { id, pan_sealed } of sealed as { id: string; pan_sealed: string }[])
      await this.execute("update technicians set pan_number = ? where id = ?", [unseal(pan_sealed), id]);
    this.addSql("alter table blobs drop column sealed_key");
    this.addSql("alter table technicians drop column pan_hash, drop column pan_last4, drop column pan_sealed");
  }
}
