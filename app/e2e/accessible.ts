import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axeCore from "axe-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Expects axe to find nothing. It runs in the page itself, and is put there once per document: opening a page of its
 * own for each look, as @axe-core/playwright does, takes three times as long. Animations are off, because a message
 * that fades in lacks its final colours. A page that waits for its next state, and is pale until then, is waited for;
 * since it may begin to while axe looks, what is found must be found again.
 */
export async function axe(page: Page, what?: string) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(page.locator("html[data-loading], [aria-busy=true]"), what).toHaveCount(0);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const findViolations = () =>
    page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof axeCore };
      const { violations } = await axe.run(document, { resultTypes: ["violations"] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
  await expect.poll(findViolations, { message: what ?? "" }).toEqual([]);
}

/**
 * How many pixels of a page are beside the screen. A width that was just set is in the layout of the next painted frame,
 * which a screenshot makes; a page without JavaScript has no other way to wait for one.
 */
export async function sideways(page: Page): Promise<number> {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if ((await excess()) === 0) return 0;
  await page.screenshot();
  return excess();
}
