import { gzipSync } from "node:zlib";
import { expect, type Page } from "@playwright/test";

/** The most that a public page loads before the first interaction, in KB. */
const most = 60;

const sizeOf = (body: Buffer) => gzipSync(body, { level: 9 }).length;

/** Expects the open page to be light: its HTML, its stylesheets and the scripts it names with what those import, gzipped. */
export async function light(page: Page, name: string) {
  const html = await (await page.request.get(page.url())).body();
  const waiting = [...html.toString().matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, path]) => path!,
  );
  const sizes = new Map<string, number>();
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (sizes.has(path)) continue;
    const body = await (await page.request.get(path)).body();
    sizes.set(path, sizeOf(body));
    if (path.endsWith(".js"))
      for (const [, other] of body.toString().matchAll(/(?:^|[;}\n])import(?:[^"'();]*from)?["']\.\/([^"']+)["']/g))
        waiting.push(`/assets/${other}`);
  }
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, sizeOf(html));
  expect(Math.round(bytes / 102.4) / 10, `${name} in KB`).toBeLessThanOrEqual(most);
}
