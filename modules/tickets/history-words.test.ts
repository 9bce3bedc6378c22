import { expect, test } from "vitest";
import { type MessageKey, type MessageParams, say } from "#modules/messages/index.ts";
import { type HistoryLine, whatOf } from "./history-words.ts";

const offered = (centers: number): HistoryLine => ({
  ...{ id: "1", at: new Date(0), event: "ticket.broadcasted", who: { kind: "system", name: null } },
  ...{ from: null, to: null, center: null, technician: null, before: null, facts: { centers } },
});

test("an offer says to how many centers it went, one of them in the singular", () => {
  const told = (n: number, locale: "en" | "hi") =>
    whatOf(offered(n), (key: MessageKey, params?: MessageParams) => say(key, params, locale));
  expect([told(1, "en"), told(2, "en")]).toEqual(["Offered to 1 center", "Offered to 2 centers"]);
  expect([told(1, "hi"), told(2, "hi")]).toEqual(["1 सेंटर को भेजा गया", "2 सेंटरों को भेजा गया"]);
});
