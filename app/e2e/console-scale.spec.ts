import { expect, type Page } from "@playwright/test";
import { settled } from "./center-steps.ts";
import { aDesk, aName, customers, desktop, listed } from "./desk-steps.ts";
import { test } from "./journey.ts";

/* What is seen of the console's forms and lists: one scale, and columns that keep to their widths. */

const sizes = (page: Page) =>
  page.evaluate(() => {
    const of = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(`#main ${selector}`)].filter((each) => each.offsetHeight > 0);
    const font = (each: HTMLElement) => Number.parseFloat(getComputedStyle(each).fontSize);
    return {
      titles: of("h2").map(font),
      labels: of(".field > label, .legend").map(font),
      controls: of("input.input, select.input, .btn, .prefixed").map((each) => Math.round(each.offsetHeight)),
      choices: of(".choice").map((each) => Math.round(each.offsetHeight)),
    };
  });

const forms = ["/admin-clients?act=add", "/add-center", "/add-user", "/add-role", "/admin-ticket", "/uploads/new"];

test("R342 on a desk the menu is 240 px wide, labels of every form are smaller than its titles, inputs and buttons of one height", async ({
  browser,
}) => {
  const page = await aDesk(browser, desktop);
  for (const path of forms) {
    await page.goto(path);
    await settled(page);
    const { titles, labels, controls } = await sizes(page);
    expect(labels.length, path).toBeGreaterThan(0);
    if (titles.length > 0) expect(Math.max(...labels), path).toBeLessThan(Math.min(...titles));
    expect([...new Set(controls)], path).toEqual([36]);
    expect((await page.locator(".desk > nav").boundingBox())?.width, path).toBe(240);
  }
});

test("on a phone they are as high as a finger, and Hindi lines are as high as their signs", async ({
  browser,
  baseURL,
}) => {
  const page = await aDesk(browser, { viewport: { width: 360, height: 740 } });
  await page.context().addCookies([{ name: "lang", value: "hi", url: baseURL! }]);
  for (const path of forms) {
    await page.goto(path);
    await settled(page);
    const { controls, choices } = await sizes(page);
    for (const height of [...controls, ...choices]) expect(height, path).toBeGreaterThanOrEqual(44);
    const ratios = await page.evaluate(() =>
      [...document.querySelectorAll(".desk .field > label, .desk select.input")].map((each) => {
        const { fontSize, lineHeight } = getComputedStyle(each);
        return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize);
      }),
    );
    expect(Math.min(...ratios), path).toBeGreaterThanOrEqual(1.55);
  }
});

test("the room a list has left goes to the names of its rows, not to their acts; a cut name ends in dots", async ({
  browser,
}) => {
  const page = await aDesk(browser, desktop);
  for (const [path, most] of [
    ["/admin-centers", 132],
    ["/admin-technician", 56],
    ["/admin-clients", 132],
  ] as const) {
    await page.goto(path);
    await settled(page);
    const acts = await page.locator("tbody td.acts").first().boundingBox();
    expect(acts!.width, path).toBeLessThanOrEqual(most + 1);
    const name = page.locator("tbody td.id").first();
    expect(await name.evaluate((cell) => getComputedStyle(cell).textOverflow), path).toBe("ellipsis");
  }
});

test("Home scrolls in its window; on a phone the path of a request leaves the search uncovered", async ({
  browser,
  baseURL,
}) => {
  const page = await aDesk(browser, desktop);
  await page.goto("/Home");
  await settled(page);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(650);

  const name = aName();
  await customers(baseURL!, name, 2);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(listed(name));
  await settled(page);
  await page.locator(".desk-grid tbody .id a").first().click();
  await expect(page.getByText("1 of 2")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const path = (await page.getByRole("navigation", { name: "Path" }).boundingBox())!;
  const last = (await page.getByRole("link", { name: "Next request" }).boundingBox())!;
  expect(last.x + last.width).toBeLessThanOrEqual(path.x + path.width + 1);
});
