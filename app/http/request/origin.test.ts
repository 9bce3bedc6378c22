import { describe, expect, test } from "vitest";
import { isForeign } from "./origin.ts";

const publicUrl = "https://gharseva.example";
const ask = (method: string, path: string, headers: Record<string, string>) =>
  isForeign({ method, path, headers: { host: "gharseva.example", ...headers }, protocol: "https", publicUrl });

const session = "lang=hi; center_session=abc";
const foreign = [
  ["missing", {}],
  ["foreign", { origin: "https://evil.example" }],
  ["null", { origin: "null" }],
  ["a look-alike", { origin: "https://gharseva.example.evil.example" }],
  ["broken", { origin: "::" }],
  ["cross-site without an Origin", { "sec-fetch-site": "cross-site" }],
] as const;

describe.each(["POST", "PUT", "PATCH", "DELETE"])("%s", (method) => {
  test.each(foreign)("with %s Origin is refused on a page", (_name, headers) => {
    expect(ask(method, "/booking", headers)).toBe(true);
  });

  test.each(foreign)("with %s Origin is refused on a call that carries a session of ours", (_name, headers) => {
    for (const cookie of [session, "visitor=1", "proof=1", "admin_session=1", "onboarder_session=1"]) {
      expect(ask(method, "/api/center/close-ticket", { ...headers, cookie })).toBe(true);
    }
  });

  test.each(foreign)("with %s Origin passes on a call without a cookie of ours", (_name, headers) => {
    expect(ask(method, "/api/center/sent-otp", { ...headers, cookie: "lang=hi" })).toBe(false);
  });

  test.each(foreign)("with %s Origin passes where a signature proves it", (_name, headers) => {
    expect(ask(method, "/webhooks/razorpay", { ...headers, cookie: session })).toBe(false);
    expect(ask(method, "/payment/return/", { ...headers, cookie: session })).toBe(false);
  });

  test("from our own pages passes", () => {
    expect(ask(method, "/booking", { origin: publicUrl, cookie: session })).toBe(false);
    expect(ask(method, "/booking", { origin: "https://www.gharseva.example", host: "www.gharseva.example" })).toBe(
      false,
    );
    expect(ask(method, "/booking", { "sec-fetch-site": "same-origin" })).toBe(false);
  });

  test("an address that only looks exempt is not", () => {
    for (const path of ["/apiary", "/payment/return/x", "/webhooks/razorpay.data", "/booking/api/"]) {
      expect(ask(method, path, { origin: "https://evil.example" })).toBe(true);
    }
  });
});

test("reading is never refused", () => {
  for (const method of ["GET", "HEAD", "OPTIONS"])
    expect(ask(method, "/booking", { origin: "null", cookie: session })).toBe(false);
});
