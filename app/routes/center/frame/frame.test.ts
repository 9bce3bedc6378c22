import { expect, test } from "vitest";
import { drawn } from "#app/testing/a-page.tsx";
import { waitingIn } from "#app/ui/shell/shell.tsx";
import { openSession } from "#modules/access/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aBroadcastTicket, aCenter, anAddress } from "#modules/testing/factories.ts";
import * as tickets from "../tickets/route.tsx";
import * as frame from "./route.tsx";

openDatabase();

test("a console's missing page leads to that console's start; what waits is counted on the folded menu", async () => {
  const center = await aCenter();
  await aBroadcastTicket([center]);
  await aBroadcastTicket([center]);
  const { token } = await openSession({ kind: "center", subjectId: center.id, via: "cookie", address: anAddress() });
  const path = "/tickets-center?ticket=AAAAAAAAAAAAAAAAAAAAAA";
  const { status, html } = await drawn(path, `center_session=${token}`, [frame, tickets]);
  expect(status).toBe(404);
  expect(html).toMatch(/<a[^>]* href="\/center-dashboard"[^>]*>Go to the start page</);
  const [, folded] = html.split('for="menu"');
  expect(folded!.slice(0, folded!.indexOf("</label>"))).toContain('data-badge="">2</span>');
});

test("counts of a menu are added, and 'more than' stays that", () => {
  expect(waitingIn([{ badge: undefined }, {}])).toBeUndefined();
  expect(waitingIn([{ badge: "3" }, { badge: "4" }])).toBe("7");
  expect(waitingIn([{ badge: "99+" }, { badge: "1" }])).toBe("100+");
});
