import { expect, test } from "vitest";
import { en } from "./en.ts";
import { hi } from "./hi.ts";
import { say } from "./index.ts";

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test("every Hindi text has the same places to fill as its English one", () => {
  const different = Object.entries(en).filter(
    ([key, text]) => JSON.stringify(places(text)) !== JSON.stringify(places(hi[key as keyof typeof en])),
  );
  expect(different.map(([key]) => key)).toEqual([]);
});

test("no text is empty", () => {
  expect(Object.entries(hi).filter(([, text]) => text.trim() === "")).toEqual([]);
});

test("places are filled, unknown ones stay visible", () => {
  expect(say("permission.denied")).toBe("No permission , contact admin");
  expect(say("session.expired", {}, "hi")).toMatch(/सत्र/);
});
