import type { Permission } from "#modules/kernel/actor.ts";

/** Every permission, in the groups of the role form and the popups. */
export const flagGroups = {
  menu: ["view_admin_bar", "view_dashboard_full_access", "inactive_active"],
  requests: [
    "view_ticket.full_access",
    "view_pending_ticket",
    "view_closed_ticket",
    "view_center_ticket",
    "view_broadcastedList",
    "add_ticket",
    "edit_ticket.full_access",
    "delete_ticket",
  ],
  centers: [
    "view_center_details.full_access",
    "view_center_details.view_pincode",
    "add_center",
    "update_center.full_access",
    "edit_center_details.full_access",
    "delete_center",
    "delete_center_details.full_access",
  ],
  technicians: [
    "view_technician_details.full_access",
    "view_technician_details.technician_phone",
    "add_technician",
    "update_technician.full_access",
    "delete_technician",
  ],
  services: ["view_services_list.full_access", "add_new_services", "update_services.full_access"],
  clients: ["view_clients.full_access", "add_clients", "edit_clients.full_access"],
  access: ["view_role.full_access", "add_role", "edit_role_permissions.full_access", "delete_role"],
  money: ["view_Wallet", "adjust_wallet"],
  content: ["view_banner", "view_offers", "view_subscription"],
} as const satisfies Record<string, readonly Permission[]>;

export type FlagGroup = keyof typeof flagGroups;

/** The groups with their permissions, in order. */
export const flagsInGroups = Object.entries(flagGroups) as [FlagGroup, readonly Permission[]][];
