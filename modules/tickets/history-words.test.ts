import { expect, test } from "vitest";
import { type Locale, type MessageKey, type MessageParams, say } from "#modules/messages/index.ts";
import { type HistoryLine, whatOf } from "./history-words.ts";

const line = (more: Partial<HistoryLine>): HistoryLine => ({
  id: "1",
  at: new Date(0),
  event: "ticket.updated",
  who: { kind: "system", name: null },
  from: null,
  to: null,
  center: null,
  technician: null,
  before: null,
  facts: {},
  ...more,
});
const textOf = (more: Partial<HistoryLine>, locale: Locale) =>
  whatOf(line(more), (key: MessageKey, params?: MessageParams) => say(key, params, locale), locale);

test("an offer says to how many centers it went, one of them in the singular", () => {
  const offered = (centers: number, locale: Locale) =>
    textOf({ event: "ticket.broadcasted", facts: { centers } }, locale);
  expect([offered(1, "en"), offered(2, "en")]).toEqual(["Offered to 1 center", "Offered to 2 centers"]);
  expect([offered(1, "hi"), offered(2, "hi")]).toEqual(["1 सेंटर को भेजा गया", "2 सेंटरों को भेजा गया"]);
});

test("a changed request says which fields, and from what to what where that may be kept", () => {
  const changes: HistoryLine["changes"] = [
    { field: "city", label: "common.city" },
    { field: "serviceId", label: "common.service", values: { from: "PLUMBING", to: "AC REPAIR" } },
    { field: "closingPrice", label: "request.form.closingPrice", values: { from: null, to: "1700" } },
    { field: "markedPaid", label: "request.form.paid", values: { from: "true", to: "false" } },
    { field: "timePreference.type", label: "booking.time", values: { from: "IMMEDIATELY", to: "WITHIN_24_HOURS" } },
    { field: "timePreference.at", label: "booking.slot", values: { from: null, to: "2026-11-23T10:30" } },
  ];
  const text = textOf({ changes }, "en");
  expect(text).toMatch(/^Details changed: City; /);
  for (const part of [
    "PLUMBING → AC REPAIR; ",
    "Closing price - → ₹1,700; ",
    "Is paid Paid → Not paid; ",
    `${say("booking.time.IMMEDIATELY")} → ${say("booking.time.WITHIN_24_HOURS")}; `,
    "- → 23 Nov 2026, 10:30 am",
  ])
    expect(text).toContain(part);
  expect(textOf({ changes: [] }, "en")).toBe("Details changed");
  expect(textOf({ changes }, "hi")).toContain("- → ₹1,700");
});

test("a refund and a penalty say the rule they were asked under", () => {
  const facts = { amountPaise: 3_000, secondAdminAbovePaise: 200_000, capPaise: 500_000 };
  expect(textOf({ event: "penalty.done", facts, center: "Residency Cool Care" }, "en")).toBe(
    "Penalty of ₹30 taken from Residency Cool Care · rule then: at most ₹5,000 · above ₹2,000 a second admin approves",
  );
  const { capPaise: _, ...refund } = facts;
  expect(textOf({ event: "refund.asked", facts: refund, center: "X" }, "en")).toMatch(
    / · above ₹2,000 a second admin approves$/,
  );
  expect(textOf({ event: "penalty.upheld", facts: { amountPaise: 3_000 }, center: "X" }, "en")).not.toContain(" · ");
});
