import { expect } from "@playwright/test";
import { axe, sideways } from "./accessible.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { inDatabase } from "./database.ts";
import { aDesk, desktop } from "./desk-steps.ts";
import { test } from "./journey.ts";

/* When a center works and what a visit costs that ends early: whoever reads or changes it. */

test("axe finds nothing on the pages of hours, holidays, rules and the day", async ({ browser, baseURL }) => {
  const at = requestsAt(baseURL!);
  const center = await at.aCenter({ walletRupees: 500 });
  const shop = await at.windowOf(browser, center);
  const desk = await aDesk(browser, desktop);
  const [stored] = await inDatabase<{ id: string }>(`select id from centers where phone = '${center.phone}'`);
  const ofCenter = `/view-center/${stored!.id}`;
  const pages = [
    [shop, ["/center-hours", "/day", "/day?show=late"]],
    [desk, ["/holidays", "/visit-rules", `${ofCenter}/hours`, `${ofCenter}/day`]],
  ] as const;
  for (const [page, paths] of pages)
    for (const path of paths) {
      await page.goto(path);
      await settled(page);
      await axe(page, path);
      expect(await sideways(page), path).toBe(0);
    }
});
