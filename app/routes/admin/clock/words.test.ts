import { expect, test } from "vitest";
import { schedules } from "#modules/index.ts";
import { isMessageKey, locales, say } from "#modules/messages/index.ts";
import { type MessageKey, texts } from "#modules/messages/texts.ts";

const en = texts.en;
const hi = texts.hi as Record<MessageKey, string>;

const begins = "clock.does.";

test("the clock's page has words for what each schedule does, in both languages, and for none that is not there", () => {
  const wanted = schedules.map(({ job }) => `${begins}${job.name}`).toSorted();
  for (const words of [en, hi])
    expect(
      Object.keys(words)
        .filter((key) => key.startsWith(begins))
        .toSorted(),
    ).toEqual(wanted);
  for (const key of wanted)
    for (const locale of locales) {
      const text = isMessageKey(key) ? say(key, {}, locale) : "";
      expect(text.length, key).toBeGreaterThan(10);
      expect(text, key).not.toMatch(/[a-z]+\.[a-z]+[A-Z]/);
    }
  expect(new Set(wanted.map((key) => isMessageKey(key) && say(key))).size).toBe(wanted.length);
});
