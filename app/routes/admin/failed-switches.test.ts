import { expect, test } from "vitest";
import { aDesk } from "#app/testing/a-desk.ts";
import { drawn } from "#app/testing/a-page.tsx";
import { type MessageKey, say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import * as banners from "./banners/route.tsx";
import * as blog from "./blog/route.tsx";
import * as notifications from "./notifications/all/route.tsx";
import * as offers from "./offers/route.tsx";
import * as services from "./services/route.tsx";

openDatabase();

type Intents = Record<string, { failed?: MessageKey }>;
type Module = { action?: { gate?: { acts?: Intents } } };
const files = import.meta.glob<Module>("./**/route.tsx");

test("every switch of the console declares what it says when it fails", async () => {
  const failureKeys: Record<string, MessageKey | undefined> = {};
  for (const [file, load] of Object.entries(files)) {
    const { switch: intent } = (await load()).action?.gate?.acts ?? {};
    if (intent) failureKeys[file] = intent.failed;
  }
  expect(Object.entries(failureKeys).filter(([, failed]) => !failed)).toEqual([]);
  expect(Object.keys(failureKeys).length).toBeGreaterThanOrEqual(9);
  expect(say(failureKeys["./blog/route.tsx"]!)).toBe("Failed to update blog status.");
  expect(say(failureKeys["./banners/route.tsx"]!)).toBe("Failed to update banner status.");
  expect(say(failureKeys["./technicians/documents/route.tsx"]!)).toBe("Failed to update center verification status.");
});

test.each([
  ["/blog", blog, "blog.statusFailed"],
  ["/banner", banners, "banner.statusFailed"],
  ["/offers", offers, "offer.switchFailed"],
  ["/notifications", notifications, "notification.switchFailed"],
  ["/admin-dashboard", services, "service.switchFailed"],
] as const)(
  "R319 a switch that failed says so on %s, with the reason, also without JavaScript",
  async (path, page, failed) => {
    const answered = { intent: "switch", values: {}, failed, problem: "error.unexpected" };
    const { text } = await drawn(path, await aDesk(), [page], { answered });
    expect(text).toContain(`${say(failed)} ${say("error.unexpected")}`);
    const alone = { ...answered, problem: failed };
    expect((await drawn(path, await aDesk(), [page], { answered: alone })).text.split(say(failed))).toHaveLength(2);
  },
);
