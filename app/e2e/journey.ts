import { test as base } from "@playwright/test";

/** A journey. Its windows are closed when it ends; open ones would go on loading during the next journeys. */
export const test = base.extend<{ windows: undefined }>({
  windows: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});

/** How long a journey waits for background work of the product, on a busy machine. */
export const patienceMs = 60_000;
