import path from "node:path";
import { type Browser, chromium } from "playwright-core";
import { env } from "#modules/kernel/env.server.ts";

/** The browser of the browser tests. */
export async function launched(): Promise<Browser> {
  // Imported by path: the file belongs to the browser tests.
  const { findBrowser, flags, howToGetOne } = await import(path.join(env.root, "app", "e2e", "browser.ts"));
  const browser = await findBrowser();
  if (!browser) throw new Error(howToGetOne);
  return chromium.launch({
    executablePath: browser.executablePath,
    args: flags,
    ...(browser.env && { env: browser.env }),
  });
}
