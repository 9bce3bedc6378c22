import type { MessageKey } from "#modules/messages/index.ts";
import { type DomainError, denied } from "./errors.ts";

/**
 * The product's permission keys: the specified ones to the letter, and `adjust_wallet` (refunds and penalties); stored in
 * an admin's `role_id.permissions`.
 */
export const permissions = [
  "add_center",
  "update_center.full_access",
  "delete_center",
  "view_center_details.full_access",
  "view_center_details.view_pincode",
  "edit_center_details.full_access",
  "delete_center_details.full_access",
  "add_technician",
  "update_technician.full_access",
  "delete_technician",
  "view_technician_details.full_access",
  "view_technician_details.technician_phone",
  "view_dashboard_full_access",
  "add_new_services",
  "update_services.full_access",
  "inactive_active",
  "view_services_list.full_access",
  "add_ticket",
  "edit_ticket.full_access",
  "delete_ticket",
  "view_ticket.full_access",
  "add_clients",
  "edit_clients.full_access",
  "view_clients.full_access",
  "view_broadcastedList",
  "add_role",
  "edit_role_permissions.full_access",
  "delete_role",
  "view_role.full_access",
  "view_Wallet",
  "view_pending_ticket",
  "view_closed_ticket",
  "view_center_ticket",
  "view_admin_bar",
  "view_banner",
  "view_offers",
  "view_subscription",
  "adjust_wallet",
] as const;

export type Permission = (typeof permissions)[number];

/** Who is asking. */
export type Actor =
  | { kind: "anyone"; phones: readonly string[]; visitorId?: string; address: string }
  | {
      kind: "center";
      centerId: string;
      sessionId: string;
      /** The person of the center's desk who is asking; the owner has none. */
      deskLoginId?: string | undefined;
    }
  | { kind: "onboarder"; onboarderId: string; sessionId: string }
  | {
      kind: "admin";
      adminId: string;
      name: string;
      role: "SUPER_ADMIN" | "CLIENT" | "ROLE";
      permissions: readonly Permission[];
      clientId?: string;
      roleId?: string;
      sessionId: string;
      /** The API key of a client that is asking; it stands in the history in a person's place. */
      keyId?: string;
      /** The scopes of that key: the calls it may make. */
      keyScopes?: readonly string[];
      /** Whether the admin has a second factor (an authenticator app). */
      secondFactor?: boolean;
      /** When this session last proved password and code. */
      provedAt?: Date;
    }
  | { kind: "technician"; technicianId: string; sessionId: string }
  | { kind: "system"; name: string };

export type ActorKind = Actor["kind"];
export type ActorOf<K extends ActorKind> = Extract<Actor, { kind: K }>;

/** Whom the product answers: the house (its admins, jobs and command line), a client, or another kind of actor. */
export type Audience = "house" | "client" | "center" | "technician" | "onboarder" | "public";

/**
 * The audience an actor belongs to (fixed point 16). An admin of a client and that client's API key are one: both read and
 * write as the client. What differs between the house and a client is decided by this, nowhere by the role.
 */
export function audienceOf(actor: Actor): Audience {
  switch (actor.kind) {
    case "system":
      return "house";
    case "admin":
      return actor.role === "CLIENT" ? "client" : "house";
    case "anyone":
      return "public";
    default:
      return actor.kind;
  }
}

/** Whether an actor is a person of a center's desk: only what is open to the desk is open to them. */
export const isDesk = (actor: Actor) => actor.kind === "center" && actor.deskLoginId !== undefined;

/** Whether an actor is an admin of a client, or a client's API key. */
export const isClient = (actor: Actor): actor is ActorOf<"admin"> & { role: "CLIENT" } =>
  audienceOf(actor) === "client";

/** Jobs and the command line act as the system. */
export const system = (name: string): ActorOf<"system"> => ({ kind: "system", name });

/**
 * The permissions an admin of a B2B client may hold: work on its own requests; never the operator's money, people or
 * documents.
 */
const ofClients: readonly Permission[] = [
  "add_ticket",
  "edit_ticket.full_access",
  "delete_ticket",
  "view_ticket.full_access",
  "view_pending_ticket",
  "view_closed_ticket",
  "view_dashboard_full_access",
  "view_center_ticket",
];

/** SUPER_ADMIN passes every flag and sees every phone number: the one rule about that role (Q10, fixed point 16). */
export const isSuperAdmin = (actor: Actor) => actor.kind === "admin" && actor.role === "SUPER_ADMIN";

/** Whether an actor may do whatever an admin may: a SUPER_ADMIN and the system. */
export const holdsAll = (actor: Actor) => actor.kind === "system" || isSuperAdmin(actor);

/** Whether an admin holds a permission; SUPER_ADMIN and the system pass every flag (Q10). */
export function can(actor: Actor, permission: Permission) {
  if (holdsAll(actor)) return true;
  if (actor.kind !== "admin") return false;
  return actor.permissions.includes(permission) && (!isClient(actor) || ofClients.includes(permission));
}

/**
 * The permissions that let an admin move money: whoever edits or deletes requests can end paid ones, which refunds the
 * fee, and `adjust_wallet` returns to centers and takes from them. A door marked `fresh: "money"` requires one of these.
 */
export const moneyPermissions: readonly Permission[] = ["edit_ticket.full_access", "delete_ticket", "adjust_wallet"];

/** Whether an admin may do anything that moves money. */
export const movesMoney = (actor: Actor) => moneyPermissions.some((permission) => can(actor, permission));

/** Refusal messages of the permissions that have a text of their own (R326, R362, R369, R374). */
const denials: Partial<Record<Permission, MessageKey>> = {
  add_center: "center.noAdd",
  "update_center.full_access": "center.noUpdate",
  "view_center_details.full_access": "center.noView",
  "view_services_list.full_access": "service.noView",
  add_ticket: "ticket.noAdd",
  "edit_ticket.full_access": "ticket.noUpdate",
  add_clients: "client.noAdd",
  "view_clients.full_access": "client.noView",
  "view_role.full_access": "role.noView",
};

/** What an admin who lacks a permission is told. */
export const denialOf = (permission: Permission): MessageKey => denials[permission] ?? "permission.denied";

/** Refuse an admin who lacks the permission, with the permission's own text or 'No permission , contact admin'. */
export function need(actor: Actor, permission: Permission) {
  if (!can(actor, permission)) throw denied(denialOf(permission));
}

/** Refuses who may not do whatever an admin may. */
export function needAll(actor: Actor) {
  if (!holdsAll(actor)) throw denied();
}

/** Refuses an actor of another kind: an act on what is one's own, or one that a person answers for. */
export function needKind<K extends ActorKind>(actor: Actor, kind: K): asserts actor is ActorOf<K> {
  if (actor.kind !== kind) throw denied();
}

/** What a rule answers: whether the actor may, the permission that decides, or the error the actor is refused with. */
type Answer = boolean | Permission | DomainError;
/** Who may do an act: who holds a permission, or what a rule answers about the actor and the thing. */
type Rule = Permission | ((actor: Actor, thing: never) => Answer);
/** What a rule is asked about; nothing for one of the actor alone. */
type ThingOf<R> = R extends (actor: Actor, ...thing: infer Thing) => unknown ? Thing : [];

/**
 * The policy of a module: who may do which act. `may` answers, for what is shown; `needMay` refuses, for verbs and reads:
 * with the rule's error, with the text of the permission that is lacked, or with `permission.denied`.
 */
export function policyOf<const Rules extends Record<string, Rule>>(rules: Rules) {
  const answerOf = (actor: Actor, act: keyof Rules, thing: readonly unknown[]): Answer => {
    const rule: Rule = rules[act]!;
    return typeof rule === "string" ? rule : rule(actor, ...(thing as [never]));
  };
  const holds = (actor: Actor, answer: Answer) => (typeof answer === "string" ? can(actor, answer) : answer === true);
  return {
    may: <Act extends keyof Rules>(actor: Actor, act: Act, ...thing: ThingOf<Rules[Act]>): boolean =>
      holds(actor, answerOf(actor, act, thing)),
    needMay<Act extends keyof Rules>(actor: Actor, act: Act, ...thing: ThingOf<Rules[Act]>): void {
      const answer = answerOf(actor, act, thing);
      if (holds(actor, answer)) return;
      throw typeof answer === "object" ? answer : denied(typeof answer === "string" ? denialOf(answer) : undefined);
    },
  };
}

/**
 * Whom a limit counts: the account, but each person of a center's desk for itself, so that none of them uses up what the
 * owner may do; undefined for who has no account.
 */
export function callerOf(actor: Actor): string | undefined {
  if (actor.kind === "center" && actor.deskLoginId) return `desk:${actor.deskLoginId}`;
  const id = actorId(actor);
  return id ? `${actor.kind}:${id}` : undefined;
}

/** The id of the acting person, for history rows; null when there is none. */
export function actorId(actor: Actor): string | null {
  switch (actor.kind) {
    case "center":
      return actor.centerId;
    case "onboarder":
      return actor.onboarderId;
    case "admin":
      return actor.adminId;
    case "technician":
      return actor.technicianId;
    case "anyone":
      return actor.visitorId ?? null;
    case "system":
      return null;
  }
}
