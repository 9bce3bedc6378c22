import { expect, test } from "vitest";
import { aDesk, doorArgs } from "#app/testing/a-desk.ts";
import { drawn, sent } from "#app/testing/a-page.tsx";
import { openSession } from "#modules/access/index.ts";
import { permissions } from "#modules/kernel/actor.ts";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, anAddress, anOnboarder, aTicket } from "#modules/testing/factories.ts";
import * as onboarderCenters from "../../onboarder/centers/route.tsx";
import * as onboarderFrame from "../../onboarder/frame/route.tsx";
import * as onboarderLogout from "../../onboarder/logout/route.ts";
import * as dashboard from "../client/dashboard/route.tsx";
import * as wallet from "../client/wallet/route.tsx";
import * as home from "../home/route.tsx";
import { loader as clientRequests } from "../requests/of-client/route.tsx";
import * as frame from "./route.tsx";

openDatabase();

/* The menus of the console and its landing pages (002 §2.2, §2.4). */

/** The addresses in a page's menu, in their order. */
const menuAt = (html: string) =>
  [
    ...html
      .split("data-menu")[1]!
      .split("</nav>")[0]!
      .matchAll(/<a[^>]* href="(\/[^"]*)"/g),
  ].map(([, to]) => to);
const specified = [
  "/Home",
  "/admin-dashboard",
  "/notifications",
  "/admin-centers",
  "/add-center",
  "/Tickets",
  "/pending-ticket",
  "/close-ticket",
  "/noService-ticket",
  "/center-ticket",
  "/erickshaw-ticket",
  "/admin-ticket",
  "/admin-clients",
  "/all-client-ticket",
  "/add-client-ticket",
  "/admin-technician",
  "/roles",
  "/users",
  "/usersdetails",
  "/admin-center-onboarders",
  "/wallet",
  "/banner",
  "/offers",
  "/subscription",
  "/blog",
];

test("R342 the menu carries the product's name with its Hindi line", async () => {
  const { html } = await drawn("/Home", await aDesk(), [frame, home]);
  expect(html).toMatch(/<nav.*GharSeva.*<small [^>]*lang="hi">घर की हर सेवा/s);
});

test("two admins of one name are told apart where a tab keeps what was typed", async () => {
  const of = async () => (await drawn("/Home", await aDesk(), [frame, home])).html.match(/data-who="([^"]+)"/)?.[1];
  const one = await of();
  const other = await of();
  expect(one).toBeTruthy();
  expect(other).not.toBe(one);
});

test("R343 the admin's menu has the specified entries in their order, with its groups; ours stand between them", async () => {
  const { html, text } = await drawn("/Home", await aDesk(), [frame, home]);
  const entries = menuAt(html);
  expect(entries.filter((to) => specified.includes(to!))).toEqual(specified);
  for (const group of ["Centers", "Request", "B2B"]) expect(html).toMatch(new RegExp(`<summary[^>]*title="${group}"`));
  expect(text).toContain("Service-Category");
});

test("R332 R343 without view_admin_bar, and for a client's admin, the menu is a client's", async () => {
  const own = ["/client-dashboard", "/wallet-client", "/b2b-ticket", "/add-client-ticket"];
  const clerk = await aDesk(["view_ticket.full_access", "add_ticket"], (await aClient()).id);
  const client = menuAt((await drawn("/client-dashboard", clerk, [frame, dashboard])).html);
  expect(client.slice(0, 4)).toEqual(own);
  expect(client.filter((to) => specified.includes(to!) && !own.includes(to!))).toEqual([]);
  const all = permissions.filter((flag) => flag !== "view_admin_bar");
  const barred = menuAt((await drawn("/Home", await aDesk(all), [frame, home])).html);
  expect(barred).toContain("/wallet-client");
  expect(barred).not.toContain("/Tickets");
});

test("R343 an onboarder's menu has one entry and the logout to the onboarders' login", async () => {
  const { id } = await anOnboarder();
  const { token } = await openSession({ kind: "onboarder", subjectId: id, via: "cookie", address: anAddress() });
  const cookie = `onboarder_session=${token}`;
  const { html } = await drawn("/center-onboard-view-centers", cookie, [onboarderFrame, onboarderCenters]);
  const menu = html.slice(html.indexOf("<nav"), html.indexOf("</nav>"));
  expect([...menu.matchAll(/href="([^"#]*)"/g)].map(([, to]) => to)).toEqual(["/center-onboard-view-centers"]);
  expect(html).toContain('action="/center-onboard-logout"');
  const out = await sent("/center-onboard-logout", cookie, onboarderLogout, { intent: "logout" });
  expect(out.to).toBe("/center-onboard-login");
});

test("R344 the start page has the specified tiles, each to its address", async () => {
  const { html } = await drawn("/Home", await aDesk(), [frame, home]);
  const page = html.slice(html.indexOf("<main"));
  const tiles = {
    "Service-Category": "/admin-dashboard",
    "All Tickets": "/Tickets",
    Technicians: "/admin-technician",
    Clients: "/admin-clients",
    Users: "/users",
    "Center Onboarders": "/admin-center-onboarders",
    "All Centers": "/admin-centers",
    "Edit center": "/edit-center",
    "Add center": "/add-center",
  };
  for (const [label, to] of Object.entries(tiles))
    expect(page, label).toMatch(new RegExp(`href="${to}"[^>]*>(?:(?!</a>).)*${label}`, "s"));
});

test("R345 a client's pages carry their words above the client's own numbers", async () => {
  const clerk = await aDesk(["view_ticket.full_access"], (await aClient()).id);
  expect((await drawn("/client-dashboard", clerk, [frame, dashboard])).html).toMatch(/<h1[^>]*>DASHBOARD</);
  const { html, text } = await drawn("/wallet-client", clerk, [frame, wallet]);
  expect(html).toMatch(/<h1[^>]*>WALLET</);
  expect(text).toContain("Due");
});

test("each number of a client's start page opens the list of as many requests", async () => {
  const client = await aClient();
  const made = { clientId: client.id, clientDuePaise: fromRupees(100) };
  const lastYear = fromNow(-364 * day);
  const before = fromNow(-367 * day);
  for (const createdAt of [fromNow(-day), lastYear, before]) {
    await aTicket({ ...made, createdAt });
    await aTicket({ ...made, createdAt, status: "CLOSED", closedAt: createdAt });
    await aTicket({ ...made, createdAt, status: "CLOSED", closedAt: createdAt });
    await aTicket({ ...made, createdAt, status: "CANCEL", cancelledAt: createdAt });
  }
  await aTicket({ ...made, status: "ON_HOLD" });
  const clerk = await aDesk(["view_ticket.full_access"], client.id);
  const { html } = await drawn("/client-dashboard", clerk, [frame, dashboard]);
  const figures = [
    ...html.matchAll(/<a[^>]*href="([^"]+)"[^>]*><span[^>]*><small[^>]*>([^<]+)<\/small><b[^>]*>([^<]+)<\/b>/g),
  ];
  expect(figures.map(([, , label, n]) => `${label} ${n}`)).toEqual(["Open 4", "Closed 4", "Cancelled 2", "Due ₹800"]);
  for (const [, to, label, n] of figures.slice(0, 3)) {
    const list = (await clientRequests(doorArgs(to!.replaceAll("&amp;", "&"), clerk))) as unknown as {
      data: { rows: object[] };
    };
    expect(String(list.data.rows.length), label).toBe(n);
  }
});
