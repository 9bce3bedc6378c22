import type { Permission } from "#modules/kernel/actor.ts";
import type { MessageKey } from "#modules/messages/index.ts";

/** An entry of the admin menu, and the permission its page needs. */
export type MenuPage = { to: string; label: MessageKey; can: Permission };

/** R332: without it an admin has the menu of a client. */
export const fullMenu = { can: "view_admin_bar" } as const;

/** The groups of the menu (002 §2.2). */
export const requestPages: readonly MenuPage[] = [
  { to: "/Tickets", label: "desk.menu.allRequests", can: "view_ticket.full_access" },
  { to: "/pending-ticket", label: "lists.pending", can: "view_pending_ticket" },
  { to: "/close-ticket", label: "lists.closed", can: "view_closed_ticket" },
  { to: "/noService-ticket", label: "lists.noService", can: "view_center_ticket" },
  { to: "/center-ticket", label: "lists.byCenters", can: "view_pending_ticket" },
  { to: "/erickshaw-ticket", label: "lists.rides", can: "view_ticket.full_access" },
  { to: "/broad-casted-list", label: "lists.broadcasted", can: "view_broadcastedList" },
  { to: "/admin-ticket", label: "common.addRequest", can: "add_ticket" },
];
export const clientsPage: MenuPage = { to: "/admin-clients", label: "clients.list", can: "view_clients.full_access" };
export const b2bPages: readonly MenuPage[] = [
  clientsPage,
  { to: "/all-client-ticket", label: "lists.ofClients", can: "view_ticket.full_access" },
  { to: "/add-client-ticket", label: "request.form.addClients", can: "add_ticket" },
];
/** The form of a new client, for who may not see the list it stands on. */
export const addClientPage: MenuPage = { to: "/admin-clients?act=add", label: "clients.add", can: "add_clients" };
/** Notifications, which stand outside the groups (002 §2.2). */
export const notificationPage: MenuPage = {
  to: "/notifications",
  label: "notification.menu",
  can: "view_admin_bar",
};
/** Service centers (002 §2.2). */
export const centerPages: readonly MenuPage[] = [
  { to: "/admin-centers", label: "centers.all", can: "view_center_details.full_access" },
  { to: "/add-center", label: "common.addCenter", can: "add_center" },
  { to: "/holidays", label: "holiday.title", can: "update_center.full_access" },
];
/** Technicians and onboarders, which stand outside the groups (R343). */
export const technicianPage: MenuPage = {
  to: "/admin-technician",
  label: "common.technicians",
  can: "view_technician_details.full_access",
};
export const onboarderPage: MenuPage = {
  to: "/admin-center-onboarders",
  label: "onboarders.title",
  can: "view_admin_bar",
};
/** Roles and admin users (002 §2.2). */
export const accessPages: readonly MenuPage[] = [
  { to: "/roles", label: "common.roles", can: "view_role.full_access" },
  { to: "/users", label: "common.users", can: "view_admin_bar" },
];
/** Customers, outside the groups (002 §2.2). */
export const consumerPage: MenuPage = { to: "/usersdetails", label: "consumers.title", can: "view_Wallet" };
/** What customers and centers are shown and charged (002 §2.2). */
export const contentPages: readonly MenuPage[] = [
  { to: "/banner", label: "banner.title", can: "view_banner" },
  { to: "/offers", label: "offer.title", can: "view_offers" },
  { to: "/subscription", label: "common.subscription", can: "view_subscription" },
  { to: "/blog", label: "common.blog", can: "view_admin_bar" },
];
/** Wallets of centers and customers (002 §2.2). */
export const walletPages: readonly MenuPage[] = [
  { to: "/wallet", label: "common.wallet", can: "view_Wallet" },
  { to: "/payment-close", label: "close.title", can: "view_Wallet" },
];
/** Refunds, penalties and fees that wait for a decision, outside the groups. */
export const approvalsPage: MenuPage = { to: "/wallet-approvals", label: "adjust.menu", can: "adjust_wallet" };
/** Disputes about closed requests, outside the groups. */
export const casesPage: MenuPage = { to: "/cases", label: "case.title", can: "edit_ticket.full_access" };
/** An admin's own uploads of requests, where one that was left is found again. */
export const uploadsPage: MenuPage = { to: "/uploads", label: "uploads.all", can: "add_ticket" };
/** The menu of a client. */
export const clientPages: readonly MenuPage[] = [
  { to: "/wallet-client", label: "common.wallet", can: "view_ticket.full_access" },
  { to: "/b2b-ticket", label: "lists.ofClient", can: "view_ticket.full_access" },
  { to: "/add-client-ticket", label: "common.addRequest", can: "add_ticket" },
];

/** Pages that other pages lead to (Q117). */
const linkedPages: readonly MenuPage[] = [
  { to: "/edit-center", label: "centers.edit", can: "view_center_details.full_access" },
  { to: "/admin-broadcast-tickets", label: "center.menu.newTickets", can: "view_broadcastedList" },
  { to: "/add-role", label: "role.addTitle", can: "add_role" },
  { to: "/payment", label: "common.paymentHistory", can: "view_Wallet" },
  approvalsPage,
  casesPage,
  { to: "/visit-rules", label: "visitRules.title", can: "adjust_wallet" },
  { to: "/report-page", label: "report.title", can: "view_dashboard_full_access" },
  { to: "/notification-history", label: "notification.log", can: "view_admin_bar" },
  { to: "/admin-feedBack", label: "common.feedbackList", can: "view_admin_bar" },
];

/**
 * The pages that these permissions open, each once: those of the menu in its order, then those other pages lead to.
 * Without view_admin_bar a client's menu comes first; the others open by their addresses all the same.
 */
export function pagesOpenedBy(permissions: readonly Permission[]): MenuPage[] {
  const pages = [
    ...(permissions.includes(fullMenu.can) ? [] : clientPages),
    notificationPage,
    ...requestPages,
    ...b2bPages,
    ...(permissions.includes(clientsPage.can) ? [] : [addClientPage]),
    ...centerPages,
    technicianPage,
    ...accessPages,
    consumerPage,
    onboarderPage,
    ...walletPages,
    ...contentPages,
    uploadsPage,
    ...linkedPages,
  ];
  return pages.filter(
    ({ to, can }, at) => permissions.includes(can) && pages.findIndex((other) => other.to === to) === at,
  );
}
