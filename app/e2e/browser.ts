import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { env, environmentWith } from "#modules/kernel/env.server.ts";

export type BrowserInstall = { executablePath: string; env?: Record<string, string>; from: string };

/** The flags a headless browser needs in a container or as root, and flags that stop its background requests. */
export const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const howToGetOne =
  "No browser for the tests: run `apt-get install -y chromium chromium-headless-shell` (or .ci/run, which does), or set CHROMIUM_PATH to one.";

/**
 * Finds a Chromium for the browser tests: the configured one, the system's, Playwright's, or the npm package's. One
 * without the parts that draw a window takes two thirds of the time, and knows no permissions of a site: `whole` is one
 * with all parts.
 */
export async function findBrowser({ whole = false } = {}): Promise<BrowserInstall | undefined> {
  for (const [from, place] of await candidates(whole))
    if (place && fs.existsSync(place)) return { executablePath: place, from };
  return packaged();
}

const onPath = (program: string) =>
  (environmentWith({}).PATH ?? "")
    .split(path.delimiter)
    .map((folder) => path.join(folder, program))
    .find((place) => fs.existsSync(place));

async function candidates(whole: boolean) {
  const { chromium } = await import("playwright-core");
  return [
    ["CHROMIUM_PATH", env.chromiumPath],
    ["system", whole ? undefined : onPath("chromium-headless-shell")],
    ["system", onPath("chromium") ?? "/usr/bin/chromium"],
    ["system", onPath("google-chrome") ?? "/usr/bin/google-chrome"],
    ["playwright", chromium.executablePath()],
  ] as const;
}

/** The npm package's browser needs libraries a minimal Debian lacks; the package contains them too. */
async function packaged(): Promise<BrowserInstall | undefined> {
  try {
    const { default: chromium, inflate } = await import("@sparticuz/chromium");
    const bin = path.join(path.dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "..", "bin");
    const executablePath = await chromium.executablePath();
    const libraries = path.join(await inflate(path.join(bin, "al2023.tar.br")), "lib");
    const fonts = await inflate(path.join(bin, "fonts.tar.br"));
    const own = environmentWith({ LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: fonts }) as Record<string, string>;
    return { executablePath, env: own, from: "@sparticuz/chromium" };
  } catch {
    return undefined;
  }
}
