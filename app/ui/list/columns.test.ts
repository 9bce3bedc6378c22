import { expect, test } from "vitest";
import { centersList, onboardersList } from "#modules/centers/index.ts";
import type { CellValue } from "#modules/kernel/lists/table.ts";
import { type MessageKey, say } from "#modules/messages/index.ts";
import { requestsList } from "#modules/tickets/index.ts";
import { namedBy } from "../base/site.ts";
import { shortened, shownText } from "./columns.tsx";

/** What a Hindi page says of a cell of a list. */
function inHindi(list: { columns: readonly { id: string; kind: string }[] }, id: string, value: CellValue) {
  const { kind } = list.columns.find((column) => column.id === id)!;
  const nameOf = namedBy({ "AC REPAIR": "एसी मरम्मत", PLUMBING: "नल का काम" });
  return shownText(value, { id, label: "", kind } as Parameters<typeof shownText>[1], {
    locale: "hi",
    say: (key: MessageKey) => say(key, {}, "hi"),
    nameOf,
  });
}

test("on a Hindi page services and states stand in Hindi in every list of the console, one or several", () => {
  expect(inHindi(requestsList, "service", "AC REPAIR")).toBe("एसी मरम्मत");
  expect(inHindi(centersList, "primary", "PLUMBING")).toBe("नल का काम");
  expect(inHindi(centersList, "secondary", "AC REPAIR, CARPENTER, PLUMBING")).toBe("एसी मरम्मत, CARPENTER, नल का काम");
  expect(inHindi(onboardersList, "services", "AC REPAIR")).toBe("एसी मरम्मत");
  expect(inHindi(onboardersList, "states", "Karnataka, Delhi")).toBe("कर्नाटक, दिल्ली");
  expect(inHindi(centersList, "secondary", null)).toBe("");
});

test("R228 a long text is cut to its length and three dots", () => {
  expect(shortened("a".repeat(30))).toBe("a".repeat(30));
  expect(shortened("a".repeat(31))).toBe(`${"a".repeat(30)}...`);
});
