import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { env, handDown } from "#modules/kernel/env.server.ts";
import { findBrowser, flags, howToGetOne } from "./browser.ts";
import { freePort } from "./free-port.ts";

/*
 * The journeys run against the product, started by its command line on a free port with a temporary data folder.
 * Playwright loads this file in each of its processes: the first one chooses port and folder, the others reuse them.
 */

const first = env.browserTestPort === undefined;
const port = env.browserTestPort ?? (await freePort());
const folder = path.join(env.testDir, "browser");
const dataDir = path.join(folder, String(port));
if (first) {
  handDown("BROWSER_TEST_PORT", String(port));
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (!inUse(name)) rmSync(path.join(folder, name), { recursive: true, force: true });
}

/** The journeys in which a site is given a permission, or asks for one as its page opens. */
const withPermissions = ["**/push.spec.ts", "**/center-offers.spec.ts"];

async function launched(kind: { whole?: boolean } = {}) {
  const browser = await findBrowser(kind);
  if (browser) return { executablePath: browser.executablePath, args: flags, ...(browser.env && { env: browser.env }) };
  process.stderr.write(`${howToGetOne}\n`);
  process.exit(1);
}

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: path.join(env.root, "test-results"),
  // Each journey has its own people (people.ts), so that they do not affect each other.
  fullyParallel: true,
  workers: 2,
  // One second try: a journey that needs it is counted as flaky and named at the end (.ci/run), to be mended.
  retries: 1,
  forbidOnly: true,
  // Long enough for a busy machine; the product's speed is measured by the bench.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: "line",
  projects: [
    { name: "journeys", testIgnore: withPermissions, use: { launchOptions: await launched() } },
    { name: "permissions", testMatch: withPermissions, use: { launchOptions: await launched({ whole: true }) } },
  ],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    // Playwright's routes do not see requests of a service worker; the journeys about it allow it.
    serviceWorkers: "block",
    trace: "on-first-retry",
    screenshot: "only-on-failure",
  },
  webServer: {
    command: "node cli/main.ts demo --json",
    cwd: env.root,
    url: `http://localhost:${port}/readyz`,
    env: {
      NODE_ENV: "production",
      SANDBOX: "1",
      PORT: String(port),
      HOST: "127.0.0.1",
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: dataDir,
      BLOB_DIR: "",
      APP_SECRET: "",
      // The journeys never use a configured database.
      DATABASE_URL: "",
      OWNER_DATABASE_URL: "",
      EMBEDDED_PORT: String(port + 1),
      // Two browsers on a busy machine: the result must not depend on the speed of the emulated provider.
      PAYMENT_PATIENCE_MS: "10000",
      // Below the price of a request, so that a refund of it waits for a second admin.
      SECOND_ADMIN_ABOVE_RUPEES: "40",
    },
    timeout: 240_000,
    reuseExistingServer: false,
    stdout: "ignore",
    stderr: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
  },
});

/** Whether another run's product is still running in its folder. */
function inUse(name: string): boolean {
  try {
    const { pid } = JSON.parse(readFileSync(path.join(folder, name, "run", "supervisor.json"), "utf8"));
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
