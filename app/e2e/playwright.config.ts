import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { env, handDown } from "#modules/kernel/env.server.ts";
import { findBrowser, flags, howToGetOne } from "./browser.ts";

/*
 * The journeys run against the product itself, started by its own command line on a free port, with a data folder that
 * is thrown away. Playwright reads this file again in each of its processes: the first one chooses, the others follow.
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

const browser = await findBrowser();
if (!browser) {
  process.stderr.write(`${howToGetOne}\n`);
  process.exit(1);
}

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: path.join(env.root, "test-results"),
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: "line",
  use: {
    baseURL: `http://localhost:${port}`,
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    // A page behind a service worker is not seen by what a journey routes; the journeys about it let it in.
    serviceWorkers: "block",
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: browser.executablePath,
      args: flags,
      ...(browser.env && { env: browser.env }),
    },
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
      // The journeys never touch a database somebody works with.
      DATABASE_URL: "",
      OWNER_DATABASE_URL: "",
      EMBEDDED_PORT: String(port + 1),
      // Two browsers on a busy machine: what the journeys see must not depend on how quick the emulated provider is.
      PAYMENT_PATIENCE_MS: "10000",
    },
    timeout: 240_000,
    reuseExistingServer: false,
    stdout: "ignore",
    stderr: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
  },
});

/** Whether another run's product still lives in its folder. */
function inUse(name: string): boolean {
  try {
    const { pid } = JSON.parse(readFileSync(path.join(folder, name, "run", "supervisor.json"), "utf8"));
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
