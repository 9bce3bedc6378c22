import { expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import { sideways } from "./accessible.ts";
import { requestsAt } from "./center-steps.ts";
import { inDatabase } from "./database.ts";
import { anInstallation } from "./installation.ts";
import { test } from "./journey.ts";

/*
 * A word without a space, as an address of a map or a name typed without one, widens no page: every free text of the demo
 * data is such a word, and every screen that a link leads to is looked at on a phone and on a narrow desk.
 * A phone's browser zooms into a field with letters under 16 px: none has them.
 */

/**
 * Writes a word of 120 letters into every text that has more than one word somewhere, which codes and names of states
 * have not, or one of 41 where a text is shorter; what the database refuses stays.
 */
const longWords = `
  do $$
  declare
    place record;
    word text;
    spaced boolean;
  begin
    for place in
      select table_name, column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and c.data_type = 'text'
    loop
      execute format('select exists (select from %I where %I ~ ''\\S \\S'')', place.table_name, place.column_name) into spaced;
      continue when not spaced;
      foreach word in array array[
        'https://maps.google.com/maps/place/' || repeat('MarketStreet', 5), repeat('nameless', 1)
      ] loop
        begin
          execute format('update %I set %I = %L || md5(ctid::text) where %I is not null',
            place.table_name, place.column_name, word, place.column_name);
          exit;
        exception when others then
          null;
        end;
      end loop;
    end loop;
  end $$`;

/** Dialogs that are the same over every list. */
const ofEveryList = [
  "columns",
  "filters",
  "saveView",
  "assign",
  "broadcast",
  "remarks",
  "requirement",
  "pincode",
  "cancel",
];

/** What is the same screen for other rows: ids are hexadecimal or have figures. */
const screenOf = (address: string) => {
  const { pathname, searchParams } = new URL(address);
  const act = searchParams.get("act");
  if (act && ofEveryList.includes(act)) return act;
  const place = pathname.replace(/\/(?=[^/]*\d)[\w-]{6,}(?=\/|$)/g, "/:id");
  return [place, act, searchParams.get("tab")].filter(Boolean).join(" ");
};

/** Addresses that answer files, or end the session. */
const noScreens =
  /logout|\/(file|files|export|exports\/|pictures|invoices|receipts|fee-papers|live)\b|\.(csv|xlsx|pdf|xml)|qr-poster|language/;

/** The fields of a page with letters so small that the browser of a phone zooms into them. */
const smallFields = (page: Page) =>
  page
    .locator("input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), select, textarea")
    .evaluateAll((fields) =>
      fields
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => field.getAttribute("name") ?? field.className),
    );

/** The screens links lead to from a page that are wider than the window; each is looked at once. */
async function widened(page: Page, start: string, seen: Set<string>) {
  const wide: string[] = [];
  const waiting = [start];
  for (let address = waiting.shift(); address; address = waiting.shift()) {
    if (seen.has(screenOf(address))) continue;
    seen.add(screenOf(address));
    const answer = await page.goto(address);
    if (!answer?.headers()["content-type"]?.startsWith("text/html")) continue;
    for (const width of [360, 1366]) {
      await page.setViewportSize({ width, height: 650 });
      const over = await sideways(page);
      if (over > 0) wide.push(`${screenOf(address)} at ${width}: ${over} px`);
      if (width === 360) wide.push(...(await smallFields(page)).map((field) => `${screenOf(address)}: ${field}`));
    }
    const links = await page
      .locator("a[href]:not([download])")
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    const origin = new URL(start).origin;
    waiting.push(...links.filter((link) => link.startsWith(origin) && !noScreens.test(link)));
  }
  return wide;
}

test("words without a space widen no screen, on a phone and on a narrow desk, and no field of a phone has small letters", async ({
  browser,
}) => {
  test.setTimeout(900_000);
  const installation = await anInstallation();
  try {
    await installation.cli("prepare", "--demo");
    await installation.start();
    const at = requestsAt(installation.base);
    const [center] = await inDatabase<{ phone: string }>(
      sql`select c.phone from centers c join tickets t on t.center_id = c.id group by c.id order by count(*) desc limit 1`,
      installation.folder,
    );
    const [ticket] = await inDatabase<{ public_id: string }>(
      sql`select public_id from tickets limit 1`,
      installation.folder,
    );
    await inDatabase(longWords, installation.folder);
    const shop = await at.windowOf(browser, center as Awaited<ReturnType<typeof at.aCenter>>, {
      baseURL: installation.base,
    });
    const desk = await (await browser.newContext({ baseURL: installation.base })).newPage();
    await desk.context().request.post("/admin-login", {
      form: { intent: "login", userName: "superadmin", password: "Demo@2026" },
      headers: { origin: installation.base },
    });
    const guest = await (await browser.newContext({ baseURL: installation.base })).newPage();
    const seen = new Set<string>();
    const wide = [
      ...(await widened(desk, `${installation.base}/Home`, seen)),
      ...(await widened(shop, `${installation.base}/center-dashboard`, seen)),
      ...(await widened(guest, `${installation.base}/serviceStatus?_id=${ticket!.public_id}`, seen)),
      ...(await widened(guest, `${installation.base}/booking?form=one`, seen)),
    ];
    expect(seen).toContain("/view-center/:id");
    expect(wide).toEqual([]);
  } finally {
    await installation.end();
  }
});
