import { sql } from "kysely";
import { type Actor, type ActorOf, movesMoney } from "#modules/kernel/actor.ts";
import { fromNow, hour, minute } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { denied } from "#modules/kernel/errors.ts";

/**
 * How long after entering password and code an admin may do what is of this kind (fixed point 27). `money`: money,
 * access, papers, keys, prices and offers. `work`: closing, cancelling, reassigning and deleting requests.
 */
export const freshMs = { money: 10 * minute, work: hour } as const;

export type FreshKind = keyof typeof freshMs;

type Rights = Pick<ActorOf<"admin">, "role" | "permissions">;

/**
 * Whether an admin must have a second factor: a SUPER_ADMIN and admins who may move money (H30), unless ADMIN_TOTP says
 * otherwise.
 */
export const needsSecondFactor = ({ role, permissions }: Rights) =>
  env.adminTotp === "required" &&
  movesMoney({ kind: "admin", adminId: "", name: "", sessionId: "", role, permissions });

/** Whether an admin must set up the second factor before doing anything else. */
export const mustSetUp = (actor: Actor) => actor.kind === "admin" && !actor.secondFactor && needsSecondFactor(actor);

/** Refuse an admin who must set up the second factor first; the message says where. */
export function needSetUp(actor: Actor) {
  if (mustSetUp(actor)) throw denied("totp.setUpFirst");
}

/** Whether an admin entered password and code in this session lately enough for acts of a kind. */
export const isFresh = ({ provedAt }: Pick<ActorOf<"admin">, "provedAt">, kind: FreshKind) =>
  provedAt !== undefined && provedAt > fromNow(-freshMs[kind]);

export type SecondFactorState = { since: Date; codesLeft: number };

/** When an admin's second factor was set up, and how many recovery codes are left; undefined without one. */
export async function secondFactorOf(adminId: string): Promise<SecondFactorState | undefined> {
  const factor = await row<{ since: Date; left: number }>(
    sql`select confirmed_at as since, (select count(*)::int from admin_recovery_codes
       where admin_id = ${adminId} and used_at is null) as left
     from admin_second_factors where admin_id = ${adminId} and confirmed_at is not null`,
  );
  return factor && { since: new Date(factor.since), codesLeft: factor.left };
}

/** Whether this admin needs a code to sign in. */
export const hasSecondFactor = async (adminId: string) =>
  env.adminTotp !== "off" && (await secondFactorOf(adminId)) !== undefined;
