import express from "express";
import { describe, expect, test } from "vitest";
import { fc, property } from "#modules/testing/property.ts";
import { readEnvironment } from "./env.server.ts";
import { proxiesRefusal } from "./trusted-proxies.ts";

const problemsOf = (TRUST_PROXY: string) => {
  const read = readEnvironment({ NODE_ENV: "test", TRUST_PROXY });
  return "problems" in read ? read.problems : [];
};

/** As the server parses the list. */
const trustsOf = (list: string) =>
  express()
    .set(
      "trust proxy",
      list.split(",").map((part) => part.trim()),
    )
    .get("trust proxy fn") as (address: string, hop: number) => boolean;

const wide = /^TRUST_PROXY takes in addresses of strangers: name the proxies themselves, or their own network$/;
const unreadable =
  /^TRUST_PROXY has an entry that is neither loopback, linklocal, uniquelocal nor an address or network such as 10\.0\.0\.7 or 10\.0\.0\.0\/24$/;

/** Addresses outside any operator's network, from different ranges. */
const strangers = ["8.8.8.8", "1.1.1.1", "103.21.244.9", "203.0.113.77", "2001:4860:4860::8888", "2409:4070::1"];

test.each([
  "loopback",
  "loopback, uniquelocal",
  "linklocal,127.0.0.1",
  "172.28.57.1",
  "10.0.0.0/8",
  "192.168.0.0/16",
  "103.21.244.0/22,103.22.200.0/22",
  "fd00::/8",
  "fc00::/7",
  "fe80::/10",
  "2400:cb00::/32",
  "::1",
  "::ffff:10.0.0.7",
])("%s is a list of proxies", (list) => {
  expect(problemsOf(list)).toEqual([]);
  expect(() => trustsOf(list)).not.toThrow();
});

test.each([
  "0.0.0.0/0",
  "::/0",
  "loopback,0.0.0.0/0",
  "0.0.0.0/1,128.0.0.0/1",
  "0.0.0.0/1",
  "8.0.0.0/7",
  "255.0.0.0/0",
  "::ffff:0:0/96",
  "::ffff:0.0.0.0/97",
  "::/8",
  "::/1,8000::/1",
  "2000::/3",
  "fc00::/6",
  "0:0:0:0:0:0:0:0/0",
])("%s would believe strangers and is refused", (list) => {
  expect(problemsOf(list)).toEqual([expect.stringMatching(wide)]);
});

test.each([
  "true",
  "1",
  "2",
  "all",
  "*",
  "Loopback",
  "loopback,",
  ",",
  "10.0.0.7/",
  "10.0.0.7/33",
  "10.0.0.0/8/8",
  "10.0.0.0/255.0.0.0",
  "0.0.0.0/0.0.0.0",
  "10.0.0",
  "010.0.0.1",
  "0x0a000001",
  "proxy.example",
  "fe80::1%eth0",
  "10.0.0.0/08",
  "10.0.0.0/-1",
  "10.0.0.0/ 8",
  "::/129",
  "10.0.0.0\\8",
])("%s cannot be read and is refused", (list) => {
  expect(problemsOf(list)).toEqual([expect.stringMatching(unreadable)]);
});

describe("whatever is written", () => {
  const v4 = fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })).map(([address, bits]) => `${address}/${bits}`);
  const v6 = fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 })).map(([address, bits]) => `${address}/${bits}`);
  const entry = fc.oneof(v4, v6, fc.constantFrom("loopback", "uniquelocal"), fc.ipV4(), fc.ipV6(), fc.string());

  property.prop([fc.array(entry, { minLength: 1, maxLength: 6 })])(
    "is refused, or compiles and is narrow",
    (entries) => {
      const list = entries.join(",");
      const problems = problemsOf(list);
      // One of these two sentences, whole: what was written is not repeated, it may be a secret pasted into this line.
      expect(problems.filter((each) => !wide.test(each) && !unreadable.test(each))).toEqual([]);
      if (problems.length > 0 || list === "") return;
      const trusts = trustsOf(list);
      expect(strangers.filter((address) => trusts(address, 0)).length).toBeLessThan(strangers.length);
    },
  );

  property.prop([fc.integer({ min: 1, max: 12 })])("halves of halves do not make up the whole", (depth) => {
    const parts = Array.from({ length: 2 ** Math.min(depth, 12) }, (_, n) => {
      const start = (n * 2 ** (32 - depth)) >>> 0;
      return `${[24, 16, 8, 0].map((shift) => (start >>> shift) & 255).join(".")}/${depth}`;
    });
    expect(proxiesRefusal(parts.join(","))).toBeDefined();
  });
});
