import { expect, test } from "vitest";
import { firstName } from "./first-name.ts";
import { maskPublic, maskStars } from "./mask.ts";
import { networkOf } from "./network.ts";

test("an IPv6 customer is counted as the /64 network it was given", () => {
  expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(networkOf("2001:0DB8:1:2::9")).toBe("2001:db8:1:2::/64");
  expect(networkOf("2001:db8::1")).toBe("2001:db8:0:0::/64");
  expect(networkOf("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
  expect(networkOf("::1")).toBe("0:0:0:0::/64");
});

test("an IPv4 address is one caller, also when written as IPv6", () => {
  expect(networkOf("203.0.113.9")).toBe("203.0.113.9");
  expect(networkOf("::ffff:203.0.113.9")).toBe("203.0.113.9");
});

test("R226 phones are shown as stars in admin lists and as 98xxxxxx10 on public pages", () => {
  expect(maskPublic("9876543210")).toBe("98xxxxxx10");
  expect(maskPublic("12")).toBe("xxxxx");
  expect(maskStars()).toBe("*****");
  expect(firstName("  Asha Rao ")).toBe("Asha");
});
