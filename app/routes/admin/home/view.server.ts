import { appealsPage, waitingCounts } from "#app/parts/frame/framed.server.ts";
import { clientPages, fullMenu, pagesOpenedBy, uploadsPage } from "#app/parts/frame/menu-pages.ts";
import { olderDays, olderOf, usualDays } from "#app/parts/lists/desk-list.server.ts";
import { usersList } from "#modules/access/index.ts";
import { activeServices, clientsList, may as mayInCatalog } from "#modules/catalog/index.ts";
import { allTechniciansList, centersList, may as mayInCenters, onboardersList } from "#modules/centers/index.ts";
import { paymentKeysTried, readiness } from "#modules/installation/index.ts";
import { type ActorOf, can, isClient } from "#modules/kernel/actor.ts";
import { env } from "#modules/kernel/env.server.ts";
import { maySeeList } from "#modules/kernel/lists/list.server.ts";
import { may as mayInReports } from "#modules/reports/index.ts";
import { anyTicket, clientRequestsList, requestsList } from "#modules/tickets/index.ts";
import { gateway, webhookSilence } from "#modules/wallet/index.ts";

/** The admin's start page: what waits, where to go, and for a SUPER_ADMIN what the installation still needs. */
export async function homeView(admin: ActorOf<"admin">) {
  const tiles = await tilesOf(admin);
  const { waiting, older } = await waitingCounts(admin);
  return {
    name: admin.name,
    tiles,
    /** Without view_admin_bar: what this admin may open and the menu of a client lacks (R332). */
    pages: can(admin, fullMenu.can) ? [] : pagesOffMenu(admin),
    waiting: waitingPages.flatMap((to) =>
      waiting[to] || older[to] ? [{ to, n: waiting[to] ?? "0", older: older[to] ?? null }] : [],
    ),
    /** Pages without an entry in the menu (Q117). */
    more: [
      ...(can(admin, fullMenu.can) && !isClient(admin) ? (["/admin-feedBack"] as const) : []),
      ...(mayInReports(admin, "read") ? (["/report-page"] as const) : []),
    ],
    setUp: mayInCatalog(admin, "setUp") ? await checklist() : null,
    webhooks: mayInCatalog(admin, "setUp") ? await silentWebhooks() : null,
  };
}
export type HomeView = Awaited<ReturnType<typeof homeView>>;

/** Payments that came without a webhook of the provider, and how many minutes later they are known. */
async function silentWebhooks() {
  const silence = await webhookSilence();
  if (!silence) return null;
  return {
    provider: gateway.name,
    payments: silence.payments,
    last: silence.last?.toISOString() ?? null,
    minutes: env.reconcileAfterMinutes,
  };
}

function pagesOffMenu({ permissions }: ActorOf<"admin">) {
  const inMenu = [...clientPages, uploadsPage].map(({ to }) => to);
  return pagesOpenedBy(permissions)
    .filter(({ to }) => !inMenu.includes(to))
    .map(({ to, label }) => ({ to, label }));
}

/** The lists whose rows wait for somebody, in the order of the menu. */
export const waitingPages = [
  "/pending-ticket",
  "/noService-ticket",
  "/center-ticket",
  "/wallet-approvals",
  "/cases",
  appealsPage,
] as const;

/** The tiles this admin may open, in the order of 002 §2.4, each with the number its page shows (R344). */
async function tilesOf(admin: ActorOf<"admin">) {
  const tiles = [];
  if (mayInCatalog(admin, "keepServices"))
    tiles.push({ to: "/admin-dashboard", name: "services", n: (await activeServices()).length } as const);
  const client = isClient(admin);
  const list = client ? clientRequestsList : requestsList;
  if (maySeeList(admin, list)) {
    const { n } = await list.count!(admin, usualDays());
    const older = await list.count!(admin, olderDays());
    tiles.push({ to: client ? "/b2b-ticket" : "/Tickets", name: "tickets", n, older: olderOf(older) } as const);
  }
  if (maySeeList(admin, allTechniciansList))
    tiles.push({
      ...({ to: "/admin-technician", name: "technicians" } as const),
      n: (await allTechniciansList.count!(admin, {})).n,
    });
  if (maySeeList(admin, clientsList))
    tiles.push({ to: "/admin-clients", name: "clients", n: (await clientsList.count!(admin, {})).n } as const);
  if (maySeeList(admin, usersList))
    tiles.push({ to: "/users", name: "users", n: (await usersList.count!(admin, {})).n } as const);
  if (maySeeList(admin, onboardersList))
    tiles.push({
      ...({ to: "/admin-center-onboarders", name: "onboarders" } as const),
      n: (await onboardersList.count!(admin, {})).n,
    });
  if (maySeeList(admin, centersList))
    tiles.push({
      ...({ to: "/admin-centers", name: "centers" } as const),
      n: (await centersList.count!(admin, {})).n,
      children: [
        { to: "/admin-centers", label: "centers.all" } as const,
        { to: "/edit-center", label: "centers.edit" } as const,
        ...(mayInCenters(admin, "addCenter") ? [{ to: "/add-center", label: "home.addCenter" } as const] : []),
      ],
    });
  return tiles;
}

/**
 * What an installation needs: `missing` without which there is no booking, `look` where something is worth a look, `done`;
 * null once every line is done. `to` is where it is mended in the console; the others are mended on the command line.
 */
async function checklist() {
  const keys = await paymentKeysTried();
  const { services, prices, roles, centers, messageProblems } = await readiness();
  const booked = await anyTicket();
  type State = "done" | "look" | "missing";
  const state = (there: boolean, complete = true): State => (there ? (complete ? "done" : "look") : "missing");
  const steps = [
    {
      step: "services",
      state: state(services.active > 0, services.withPicture === services.active),
      params: { n: services.active, pictures: services.withPicture },
      to: "/admin-dashboard",
    },
    { step: "prices", state: state(true, prices), params: {}, to: "/subscription" },
    { step: "roles", state: state(true, roles > 0), params: { n: roles }, to: "/add-role" },
    { step: "centers", state: state(centers.offered > 0), params: { n: centers.offered }, to: "/add-center" },
    { step: "messages", state: state(messageProblems.length === 0), params: {}, to: null },
    { step: "payments", state: keys === undefined ? "look" : state(keys === "taken"), params: {}, to: null },
    { step: "booking", state: state(booked), params: {}, to: "/booking" },
  ] as const;
  if (steps.every((each) => each.state === "done")) return null;
  const ready = steps.slice(0, -1).every((each) => each.state !== "missing");
  return { steps: [...steps], stage: booked ? ("booked" as const) : ready ? ("ready" as const) : ("lead" as const) };
}
