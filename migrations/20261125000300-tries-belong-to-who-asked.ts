import { Migration } from "@mikro-orm/migrations";

/** A code is bound to the nonce of whoever asked for it; who guesses without it is counted by network. */
export class TriesBelongToWhoAsked extends Migration {
  override up() {
    this.addSql(`
      alter table otps
        add column nonce_hash text,
        add column sent boolean not null default true,
        add column known boolean not null default false,
        add column loose_tries jsonb not null default '{}';
    `);
    this.addSql("create index visitor_phones_phone on visitor_phones (phone)");
  }

  override down() {
    this.addSql("drop index visitor_phones_phone");
    this.addSql(`
      alter table otps
        drop column nonce_hash,
        drop column sent,
        drop column known,
        drop column loose_tries;
    `);
  }
}
