import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { maskStars, withoutContacts } from "#modules/kernel/mask.ts";
import { may } from "../policy.ts";

/** Whose wallets and payments an operator reads: those of centers or of customers. */
export const walletsOf = ["center", "consumer"] as const;
export type WalletsOf = (typeof walletsOf)[number];

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
  may(actor, "seeContacts") ? { name, phone: phone ?? "" } : { name: withoutContacts(name), phone: maskStars() };
