import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { knocks } from "#app/testing/access/doors.ts";
import { permissions } from "#modules/kernel/actor.ts";
import { pagesOpenedBy } from "./menu-pages.ts";

const filesOf = (entries: readonly RouteConfigEntry[]): [string, string][] =>
  entries.flatMap(({ path, file, children = [] }) => [
    ...(path ? [[`/${path}`, file] as [string, string]] : []),
    ...filesOf(children),
  ]);
const files = new Map(filesOf((await routes) as RouteConfigEntry[]));
const isPage = (path: string) => /^routes\/admin\/.+\.tsx$/.test(files.get(path) ?? "");

/** Forms, papers and charges that stand at their lists, the other name of a list, and a page whose permission opens nothing (R369). */
const unlisted = [
  "/add-user",
  "/admin-add-center-onboarder",
  "/download-format",
  "/tecnicianDocument",
  "/visit-charges",
  "/all-tickets",
  "/admin-dashboard",
];

test("what a permission opens is told of each page that needs it, and of no other page", () => {
  const tell: string[] = [];
  const untold: string[] = [];
  for (const [line, { needs = [] }] of Object.entries(knocks)) {
    const path = /^GET (\/[^: ]+)$/.exec(line)?.[1];
    if (!path || needs.length !== 1 || !isPage(path) || unlisted.includes(path)) continue;
    const listed = pagesOpenedBy(needs).some(({ to }) => path === to || path.startsWith(`${to}/`));
    (listed ? tell : untold).push(path);
  }
  expect(untold).toEqual([]);
  expect(tell.length).toBeGreaterThan(20);
  for (const permission of permissions) for (const { can } of pagesOpenedBy([permission])) expect(can).toBe(permission);
});

test("each page is told once, a client's menu first where there is no full one", () => {
  const all = pagesOpenedBy(permissions).map(({ to }) => to);
  expect(new Set(all).size).toBe(all.length);
  expect(all[0]).toBe("/notifications");
  expect(pagesOpenedBy(["view_ticket.full_access"]).map(({ to }) => to)).toEqual([
    "/wallet-client",
    "/b2b-ticket",
    "/Tickets",
    "/erickshaw-ticket",
    "/all-client-ticket",
  ]);
  expect(pagesOpenedBy(["view_dashboard_full_access"]).map(({ to }) => to)).toEqual(["/report-page"]);
  expect(pagesOpenedBy([])).toEqual([]);
});
