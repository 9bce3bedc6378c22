import type { Permission } from "#modules/kernel/actor.ts";
import { call, type Knock, read } from "./ask.ts";

const seen = (permission: Permission) => ({ for: ["admin"], needs: [permission] }) as const;

/** The calls of the operators' lists. */
export const listDoors: Record<string, Knock> = {
  "GET api/admin/get-all-pending-ticket": read("admin/get-all-pending-ticket", seen("view_pending_ticket")),
  "GET api/admin/get-all-close-ticket": read("admin/get-all-close-ticket", seen("view_closed_ticket")),
  "GET api/admin/get-all-NoServices-ticket": read("admin/get-all-NoServices-ticket", seen("view_center_ticket")),
  "GET api/admin/get-centerCreated-ticket": read("admin/get-centerCreated-ticket", seen("view_pending_ticket")),
  "GET api/admin/get-all-B2B-ticket": read("admin/get-all-B2B-ticket", seen("view_ticket.full_access")),
  "POST api/admin/get-client-ticket": call("admin/get-client-ticket", seen("view_ticket.full_access")),
  "GET api/client/events": read("client/events", seen("view_ticket.full_access")),
  "GET api/technicianApp/get-all-erikshaw-ticket": read(
    "technicianApp/get-all-erikshaw-ticket",
    seen("view_ticket.full_access"),
  ),
  "GET api/admin/get-all-broadCasted-ticket": read("admin/get-all-broadCasted-ticket", seen("view_broadcastedList")),
};
