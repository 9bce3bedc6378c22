import { denied } from "./errors.ts";
import type { MessageKey } from "./messages/index.ts";

/** The product's permission keys, verbatim (permissions.tsv); `role_id.permissions` of an admin. */
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
] as const;

export type Permission = (typeof permissions)[number];

/** Who is asking. */
export type Actor =
  | { kind: "anyone"; phones: readonly string[]; visitorId?: string; address: string }
  | { kind: "center"; centerId: string; sessionId: string }
  | { kind: "onboarder"; onboarderId: string; sessionId: string }
  | {
      kind: "admin";
      adminId: string;
      name: string;
      role: "SUPER_ADMIN" | "CLIENT" | "ROLE";
      permissions: readonly Permission[];
      clientId?: string;
      sessionId: string;
    }
  | { kind: "technician"; technicianId: string; sessionId: string }
  | { kind: "system"; name: string };

export type ActorKind = Actor["kind"];
export type ActorOf<K extends ActorKind> = Extract<Actor, { kind: K }>;

/** Jobs and the command line act as the system. */
export const system = (name: string): ActorOf<"system"> => ({ kind: "system", name });

/** What a B2B client's admin may be given: work on its own requests, and never the house's money, people or papers. */
const ofClients: readonly Permission[] = [
  "add_ticket",
  "edit_ticket.full_access",
  "delete_ticket",
  "view_ticket.full_access",
  "view_pending_ticket",
  "view_closed_ticket",
  "view_center_ticket",
];

/** Whether an admin holds a permission; SUPER_ADMIN and the system pass every flag (Q10). */
export function can(actor: Actor, permission: Permission) {
  if (actor.kind === "system") return true;
  if (actor.kind !== "admin") return false;
  if (actor.role === "SUPER_ADMIN") return true;
  return actor.permissions.includes(permission) && (actor.role !== "CLIENT" || ofClients.includes(permission));
}

/** What is said to whoever lacks a permission that has words of its own (permissions.tsv). */
const denials: Partial<Record<Permission, MessageKey>> = { "update_center.full_access": "center.noUpdate" };

/** Refuse an admin without the permission, in its own words or with 'No permission , contact admin'. */
export function need(actor: Actor, permission: Permission) {
  if (!can(actor, permission)) throw denied(denials[permission]);
}

/** The id of whoever acts, for history rows. */
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
