import type { SaveRole } from "../shared.ts";

/** Works on requests and brings centers in. */
export const operationsRole: SaveRole = {
  roleName: "Operations",
  permissions: [
    "add_ticket",
    "edit_ticket.full_access",
    "view_ticket.full_access",
    "view_pending_ticket",
    "view_closed_ticket",
    "view_center_ticket",
    "view_broadcastedList",
    "view_center_details.full_access",
    "add_center",
    "update_center.full_access",
    "view_admin_bar",
  ],
};

/** Moves money: refunds to centers and penalties, the large ones approved by somebody else. */
export const financeRole: SaveRole = {
  roleName: "Finance",
  permissions: ["adjust_wallet", "view_Wallet", "view_admin_bar", "view_ticket.full_access"],
};

/** A client's desk: adds requests for its client and follows them. */
export const clientRole: SaveRole = {
  roleName: "Client desk",
  permissions: ["add_ticket", "view_ticket.full_access", "view_dashboard_full_access"],
};

/** The roles a house usually begins with. */
export const usualRoles = [operationsRole, financeRole, clientRole];
