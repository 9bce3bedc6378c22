import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { locales, messageKeys, say } from "./index.ts";
import { type MessageKey, texts } from "./texts.ts";

const en = texts.en;
const hi = texts.hi as Record<MessageKey, string>;
const translated = locales.filter((locale) => locale !== "en");

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test.each(translated)("every text of %s has the same places to fill as its English one", (locale) => {
  const own = texts[locale] as Partial<Record<string, string>>;
  const different = Object.entries(en).filter(
    ([key, text]) => own[key] !== undefined && JSON.stringify(places(text)) !== JSON.stringify(places(own[key])),
  );
  expect(different.map(([key]) => key)).toEqual([]);
});

test("no text is empty", () => {
  for (const locale of locales)
    expect(Object.entries(texts[locale]!).filter(([, text]) => text.trim() === "")).toEqual([]);
});

/** What the documents write with 'ticket', to the letter; everything else says Request. */
const ticketTexts = [
  "New Tickets",
  "Tickets",
  "Ticket created by you",
  "Add Ticket",
  "Close ticket with remarks",
  "Close ticket",
  "Ticket price plus material charges",
  "Ticket created by you, not assigned to you",
  "Ticket status",
  "Ticket id",
  "Ticket Id",
  "Ticket Status",
  "Ticket Remark",
  "Ticket document",
  "Close Ticket",
  "Are you sure you want to broadcast this ticket?",
  "disabled accepting ticket",
  "Error updating punch ticket. Please try again later.",
  "Remark is required when disabling login or accepting tickets.",
  "Ticket Created",
  "Ticket Assigned To Technician",
  "Ticket Created successfully",
  "Add more ticket",
  "No permission to add ticket , contact admin",
  "No permission to update ticket , contact admin",
  "Ticket Delete successfully",
  "Ticket broadcasted successfully!",
  "Failed to broadcast ticket!",
  "Ticket closed successfully",
  "Failed to fetch ticket details",
  "Ticket put on hold!",
  "Update ticket",
  "Ticket updated successfully",
  "Ticket status is required",
  "All Tickets",
  "Ticket Transactions",
  // An upload's button and result: its sentences and the names of its columns.
  "Upload Tickets File",
  "Processed {n} tickets",
  "Successfully uploaded {n} tickets",
  "ticket_id",
  "ticket_price",
  "Ticket",
  "View Ticket",
  "View Ticket {number}",
];

test("R455 a request is called a ticket only where the documents say so to the letter", () => {
  // 'Ticket price' is the documents' name of the visit charge.
  const others = Object.entries(en).filter(
    ([, text]) => /ticket/i.test(text.replace(/ticket price/i, "")) && !ticketTexts.includes(text),
  );
  expect(others).toEqual([]);
});

test("a text that counts has the form its language takes for a number, which in Hindi is the one of one for none, too", () => {
  const created = (count: number, locale: string) => say("uploads.create", { count, n: count }, locale);
  expect([0, 1, 2].map((n) => created(n, "en"))).toEqual([
    "Create 0 requests",
    "Create 1 request",
    "Create 2 requests",
  ]);
  const rowsOf = (count: number) => say("uploads.hiddenRows", { count, n: count }, "hi");
  expect([0, 1, 2].map((n) => /पंक्ति(?!य)/.test(rowsOf(n)))).toEqual([true, true, false]);
});

test("places are filled, unknown ones stay visible", () => {
  expect(say("permission.denied")).toBe("No permission , contact admin");
  expect(say("session.expired", {}, "hi")).toMatch(/लॉगिन/);
});

/** What of the Hindi texts matches, with its key. */
const inHindi = (wrong: RegExp) => Object.entries(hi).filter(([, text]) => wrong.test(text));

/** The Hindi word of each thing, and other words and spellings of it. */
const oneWord = {
  तकनीशियन: /टेक्नीशियन|टेक्निशियन|टैक्नीशियन|मैकेनिक|कारीगर/,
  "ग्राहक की राय": /फ़ीडबैक|फीडबैक|प्रतिपुष्टि/,
  अनुरोध: /टिकट|रिक्वेस्ट/,
  ऑनबोर्डर: /जोड़ने वाल/,
  लॉगिन: /लॉग इन|सत्र|साइन इन/,
  यूज़र: /उपयोगकर्ता/,
  ब्रॉडकास्ट: /प्रसारण|प्रसारित/,
  सदस्यता: /सब्सक्रिप्शन/,
  ट्रायल: /परीक्षण/,
  "बुकिंग फ़ीस": /बुकिंग शुल्क/,
  बिल: /इनवॉइस/,
  पेज: /पन्न[ाेो]/,
  सहेजें: /सेव (कर|हु)/,
  "UPI आईडी": /यूपीआई/,
  खत्म: /ख़त्म/,
  गलत: /ग़लत/,
};

test.each(Object.entries(oneWord))("Hindi says %s for a thing, and no other word for the same", (_word, others) => {
  expect(inHindi(others)).toEqual([]);
});

/** Texts in which another noun than अनुरोध is the feminine one. */
const feminineOfAnother: readonly string[] = [
  "center.recharge.hint",
  "error.idempotencyBody",
  "lists.pending",
  "rating.closedOnly",
  "rating.given",
  "revisit.closedOnly",
  "revisit.over",
];

test("अनुरोध is masculine: what agrees with it is, too", () => {
  const before = "नई|पुरानी|खुली|आपकी|ऐसी|अपनी|पिछली|अगली|पहली|दूसरी|उसकी|इसकी|हमारी|बनाई|भेजी|मिली|हुई|वाली";
  const ofAnother = "सूची|फ़ीस|स्थिति|टिप्पणी|कीमत|राशि|आईडी|संख्या|सूचना|सेवा|सीमा|जाँच|तस्वीर";
  const after = "चुकी|गई|हुई|बनी|मिली|होगी|रहेगी|जाएगी|जाती|आई|पूरी(?! तरह)|सकती|थी|रहती|होती|नई|पुरानी|खुली";
  const feminine = new RegExp(
    `(?<=^|[\\s“])(?:${before}) अनुरोध|अनुरोध(?![^।;:.,]*(?:${ofAnother}))[^।;:,]*?\\s(?:${after})(?=[\\s।,;]|$)`,
  );
  expect(feminine.test("यह अनुरोध ख़त्म हो चुकी है")).toBe(true);
  expect(feminine.test("आपकी अनुरोध मिल गया")).toBe(true);
  const feminineTexts = inHindi(feminine).filter(([key]) => !feminineOfAnother.includes(key));
  expect(feminineTexts).toEqual([]);
});

/** Keys whose texts are alike in every language, a line for each text. */
const alikeKeys = () =>
  [...Map.groupBy(messageKeys, (key) => JSON.stringify(locales.map((locale) => say(key, {}, locale)))).values()]
    .filter((keys) => keys.length > 1)
    .map((keys) => keys.join(", "))
    .sort();

test("a text is said once: what is equal in every language is one key, except the ones listed in alike.txt", () => {
  const listed = readFileSync(path.join(import.meta.dirname, "alike.txt"), "utf8");
  expect(alikeKeys()).toEqual(listed.split("\n").filter((line) => line !== "" && !line.startsWith("#")));
});
