import { rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Outlet } from "@remix-run/react";
import { afterAll, expect, test, vi } from "vitest";
import { Layout } from "#app/root.tsx";
import * as blogs from "#app/routes/public/blogs/route.tsx";
import * as language from "#app/routes/system/language.ts";
import { drawn, sent } from "#app/testing/a-page.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { fallbacks, locales, say } from "#modules/messages/index.ts";
import { templateOn } from "#modules/notifications/templates/templates.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { localeOf } from "../request/locale.server.ts";
import { textsOf } from "./built-texts.server.ts";
import { metrics } from "./measure.ts";
import { measureTexts } from "./measure-texts.server.ts";

/* A language is one folder: beside those of the product there is one here, with a few texts in Tamil, and no other change. */

const folder = await vi.hoisted(async () => {
  const { mkdtempSync, writeFileSync } = await import("node:fs");
  const { tmpdir } = await import("node:os");
  const made = mkdtempSync(`${tmpdir()}/third-language-`);
  writeFileSync(
    `${made}/index.ts`,
    `export const texts = {
  "common.language": "மொழி",
  "state.TN": "தமிழ்நாடு",
  "uploads.create": "{n} கோரிக்கைகளை உருவாக்கு",
  "uploads.create.one": "{n} கோரிக்கையை உருவாக்கு",
};
`,
  );
  return made;
});
vi.mock("#modules/messages/folders.ts", async (original) => {
  const { languageFolders } = await original<typeof import("#modules/messages/folders.ts")>();
  const ta = pathToFileURL(path.join(folder, "index.ts")).href;
  return { languageFolders: () => ({ ...languageFolders(), ta }) };
});

openDatabase();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = {
  loader: () => null,
  default: () => (
    <Layout>
      <Outlet />
    </Layout>
  ),
};
const read = (cookie: string, locale: string) => drawn("/blogs", cookie, [page, blogs], { locale });

test("a page is read in it, and in English where it has no text, which is counted", async () => {
  expect(locales).toEqual(["en", "hi", "ta"]);
  const { html } = await read("lang=ta", "ta");
  expect(html).toContain('<html lang="ta" data-fallback="en"');
  expect(html).toContain('title="மொழி"');
  expect(html).toContain(say("shell.skip"));
  expect(fallbacks.get("ta")).toBeGreaterThan(5);
  measureTexts();
  expect((await metrics()).body).toMatch(/texts_said_in_english_total\{language="ta"\} \d\d/);
  expect(say("uploads.create", { count: 1, n: 1 }, "ta")).toContain("கோரிக்கையை");
  expect(say("uploads.create", { count: 2, n: 2 }, "ta")).toContain("கோரிக்கைகளை");
  expect(say("walletDesk.times", { count: 1, n: 1 }, "ta")).toBe("1 transaction");
});

test("every page offers it by its own name, a browser that prefers it gets it, and whoever chooses it keeps it", async () => {
  const { html } = await read("", "en");
  expect(html).toMatch(/<button[^>]+value="hi"[^>]*>.*?हिन्दी<\/button><button[^>]+value="ta"[^>]*>.*?தமிழ்<\/button>/);
  expect(localeOf(new Request("http://localhost/", { headers: { "accept-language": "ta-IN,hi;q=0.5" } }))).toBe("ta");
  const { cookie } = await sent("/language", "", language, { lang: "ta", to: "/blogs" });
  expect(cookie).toContain("lang=ta");
});

test("days and times are those of Intl, messages without a text of it are sent in English", () => {
  expect(showDateTime("2026-11-21T14:24:00Z", "ta")).toMatch(/நவ.*மாலை 7:54/);
  expect(templateOn("otp", "sms", "ta")).toMatchObject({ locale: "en" });
  expect(textsOf("ta")).toEqual({ files: [], fallback: "en" });
});
