import { expect, test } from "vitest";
import { localeOf } from "./locale.server.ts";

const asking = (headers: Record<string, string>) => localeOf(new Request("http://localhost/", { headers }));

test("the first visit follows the browser's wish, English otherwise", () => {
  expect(asking({})).toBe("en");
  expect(asking({ "accept-language": "hi-IN,hi;q=0.9,en;q=0.8" })).toBe("hi");
  expect(asking({ "accept-language": "ta-IN,hi;q=0.5,en;q=0.8" })).toBe("en");
  expect(asking({ "accept-language": "ta,mr" })).toBe("en");
  expect(asking({ "accept-language": "hi-Latn-IN;q=0.2, en;q=0" })).toBe("hi");
  // A region counts as its language, at its own weight and place.
  expect(asking({ "accept-language": "en-IN,hi;q=0.8,en-US;q=0.5,en;q=0.3" })).toBe("en");
  expect(asking({ "accept-language": "hi-IN,en-US;q=0.8,en;q=0.6,hi;q=0.4" })).toBe("hi");
  expect(asking({ "accept-language": "en-IN,hi" })).toBe("en");
  expect(asking({ "accept-language": "en;q=0.5,*" })).toBe("en");
  expect(asking({ "accept-language": "hi;q=0.4,en;q=0.9" })).toBe("en");
  // Hiligaynon is no Hindi, and a language is refused by a weight of nothing.
  expect(asking({ "accept-language": "hil-PH, hi;q=0" })).toBe("en");
  expect(asking({ "accept-language": ";;q=x,," })).toBe("en");
});

test("a chosen language stands over the browser's wish, an invented one does not", () => {
  expect(asking({ cookie: "lang=hi", "accept-language": "en" })).toBe("hi");
  expect(asking({ cookie: "lang=xx", "accept-language": "hi" })).toBe("hi");
});
