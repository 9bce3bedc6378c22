import { sql } from "kysely";
import { type Actor, isSuperAdmin, need } from "#modules/kernel/actor.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { denied } from "#modules/kernel/errors.ts";
import { maskStars, withoutContacts } from "#modules/kernel/mask.ts";

/** Whose wallets and payments an operator reads: those of centers or of customers. */
export const walletsOf = ["center", "consumer"] as const;
export type WalletsOf = (typeof walletsOf)[number];

/** R414, R426: operators with view_Wallet; a client's admin sees no wallet. */
export function needWallets(actor: Actor): void {
  need(actor, "view_Wallet");
  if (actor.kind === "admin" && actor.clientId) throw denied();
}

/** For each kind of wallet its account, its owner's table, and the owner's name there. */
export const ownerSql = {
  center: {
    kind: "center_wallet",
    id: sql.ref("a.center_id"),
    table: sql.table("centers"),
    name: sql.ref("owner.center_name"),
  },
  consumer: {
    kind: "consumer_wallet",
    id: sql.ref("a.consumer_id"),
    table: sql.table("consumers"),
    name: sql.ref("owner.name"),
  },
} as const satisfies Record<WalletsOf, { kind: string; id: Sql; table: Sql; name: Sql }>;

/** A name and phone as this admin may read them: phones are a SUPER_ADMIN's (Q16); an erased customer has none. */
export const shownTo = (actor: Actor, { name, phone }: { name: string; phone: string | null }) =>
  isSuperAdmin(actor) ? { name, phone: phone ?? "" } : { name: withoutContacts(name), phone: maskStars() };
