import { randomUUID } from "node:crypto";
import type { Permission } from "#modules/kernel/actor.ts";
import type { Knock } from "./ask.ts";
import { form, page } from "./web-ask.ts";

const desk = { for: ["admin"] } as const;
const requests = { ...desk, needs: ["view_ticket.full_access"] } as const;
const editing = { ...desk, needs: ["edit_ticket.full_access"] } as const;
const noView = () => ({ saved: randomUUID(), version: "1", name: "Mine" });
const noAct = `/bulk/${randomUUID()}`;

/** Every list, with the permission it asks for. */
const lists = {
  "/Tickets": "view_ticket.full_access",
  "/pending-ticket": "view_pending_ticket",
  "/close-ticket": "view_closed_ticket",
  "/noService-ticket": "view_center_ticket",
  "/center-ticket": "view_pending_ticket",
  "/center-ticket/new-tickets": "view_pending_ticket",
  "/center-ticket/not-assigned": "view_pending_ticket",
  "/erickshaw-ticket": "view_ticket.full_access",
  "/b2b-ticket": "view_ticket.full_access",
  "/all-client-ticket": "view_ticket.full_access",
  "/admin-broadcast-tickets": "view_broadcastedList",
  "/broad-casted-list": "view_broadcastedList",
  "/roles": "view_role.full_access",
  "/admin-clients": "view_clients.full_access",
  "/users": "view_admin_bar",
  "/admin-feedBack": "view_admin_bar",
  "/admin-centers": "view_center_details.full_access",
  "/edit-center": "view_center_details.full_access",
  "/offers": "view_offers",
  "/blog": "view_admin_bar",
  "/notifications": "view_admin_bar",
  "/notification-history": "view_admin_bar",
  "/admin-technician": "view_technician_details.full_access",
  "/admin-center-onboarders": "view_admin_bar",
  "/usersdetails": "view_Wallet",
} as const satisfies Record<string, Permission>;
/** The lists whose rows may be selected. */
const selectable = [
  "/Tickets",
  "/pending-ticket",
  "/close-ticket",
  "/noService-ticket",
  "/center-ticket",
  "/b2b-ticket",
  "/all-client-ticket",
] as const;

/** A list's page and the forms of its saved views. */
const doorsOf = (path: string, seeing: Omit<Knock, "ask">): [string, Knock][] => [
  [`GET ${path}`, page(path, seeing)],
  [`POST ${path} keepView`, form(path, "keepView", { ...seeing, with: () => ({ name: randomUUID() }) })],
  [`POST ${path} changeView`, form(path, "changeView", { ...seeing, with: noView })],
  [`POST ${path} renameView`, form(path, "renameView", { ...seeing, with: noView })],
  [`POST ${path} deleteView`, form(path, "deleteView", { ...seeing, with: noView })],
];

/** The requests to the lists of the admin console, their actions and files. */
export const deskDoors: Record<string, Knock> = {
  "GET /all-tickets": page("/all-tickets", requests),
  ...Object.fromEntries(Object.entries(lists).flatMap(([path, can]) => doorsOf(path, { ...desk, needs: [can] }))),
  ...Object.fromEntries(
    selectable.map((path) => [
      `POST ${path} bulk`,
      form(path, "bulk", {
        ...desk,
        needs: [lists[path], "edit_ticket.full_access"],
        with: () => ({ verb: "remark", ids: "none" }),
      }),
    ]),
  ),
  ...Object.fromEntries(
    (["accept", "reject", "propose", "withdrawTimes"] as const).map((answer) => [
      `POST /center-ticket/new-tickets ${answer}`,
      form("/center-ticket/new-tickets", answer, {
        ...editing,
        with: () => ({ broadcastId: randomUUID(), windows: "2100-01-01T10:00" }),
      }),
    ]),
  ),
  "GET /bulk/:id": page(noAct, desk),
  "POST /bulk/:id remark": form(noAct, "remark", {
    ...editing,
    with: () => ({ digest: "0".repeat(64), text: "Call again" }),
  }),
  "POST /bulk/:id assignRequests": form(noAct, "assignRequests", {
    ...editing,
    with: () => ({ digest: "0".repeat(64), qrId: "INA1234" }),
  }),
  "POST /bulk/:id broadcastRequests": form(noAct, "broadcastRequests", {
    ...editing,
    with: () => ({ digest: "0".repeat(64) }),
  }),
  "POST /bulk/:id cancelRequests": form(noAct, "cancelRequests", {
    ...editing,
    with: () => ({ digest: "0".repeat(64), reason: "Asked for twice" }),
  }),
  "POST /bulk/:id cancel": form(noAct, "cancel", desk),
  "GET /clock": page("/clock", desk),
  "POST /clock runNow": form("/clock", "runNow", { ...desk, with: { name: "tests.nothing" } }),
  "GET /admin-exports": page("/admin-exports", desk),
};
