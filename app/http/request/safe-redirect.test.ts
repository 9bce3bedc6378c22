import { expect, test } from "vitest";
import { safePath } from "./safe-redirect.ts";

test("a path of this site is kept with its query and hash", () => {
  for (const path of ["/", "/booking/INA0001?step=otp#fee", "/ServiceStatus/?Ab_12"]) expect(safePath(path)).toBe(path);
});

test("nothing else is followed", () => {
  const elsewhere = [
    "https://evil.example", "//evil.example", "/\\evil.example", "\\\\evil.example", "javascript:alert(1)", "booking", "",
    "/\t/evil.example", "/a\r\nset-cookie: x", "/..//evil.example", "/.//evil.example", undefined, null, 7,
  ]; // biome-ignore format: one list
  for (const to of elsewhere) expect(safePath(to, "/booking")).toBe("/booking");
});
