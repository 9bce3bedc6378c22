import { describe, expect, test } from "vitest";
import { readEnvironment } from "#modules/kernel/env.server.ts";
import { weak } from "#modules/kernel/env-refusals.ts";
import { fc, property } from "#modules/testing/property.ts";

const strong = "q7Vd0mXkR2tB9wLz4NfHs8JcYp1GuEaT6oKi";
const production = {
  NODE_ENV: "production",
  DATABASE_URL: `postgresql://gharseva:${strong}@db/gharseva`,
  PUBLIC_URL: "https://gharseva.in",
  APP_SECRET: strong,
  RAZORPAY_KEY_ID: "rzp_live_4T8k2Lm9Qx",
  RAZORPAY_KEY_SECRET: "Zk83hTq0PmLw5VnRs2Yd",
  RAZORPAY_WEBHOOK_SECRET: "Hx91bFj6TcQw0LrVm7Ne",
  MSG91_AUTH_KEY: "411223AbCdEf",
  OPERATOR_LEGAL_NAME: "GharSeva Private Limited",
  OPERATOR_ADDRESS: "Bengaluru",
  OPERATOR_STATE_CODE: "29",
};
const problemsOf = (source: Record<string, string | undefined>) => {
  const read = readEnvironment(source);
  return "problems" in read ? read.problems : [];
};

test("a complete production configuration is accepted and talks to the real gateways", () => {
  const read = readEnvironment(production);
  expect(problemsOf(production)).toEqual([]);
  expect("env" in read && read.env).toMatchObject({
    sandbox: false,
    paymentBaseUrl: "https://api.razorpay.com",
    msg91BaseUrl: "https://control.msg91.com",
  });
});

test("production lists every missing or weak setting at once", () => {
  const names = problemsOf({
    NODE_ENV: "production",
    APP_SECRET: "a".repeat(40),
    PORT: "many",
    PUBLIC_URL: "http://x.in",
  });
  expect(names.map((problem) => problem.split(" ")[0]).sort()).toEqual([
    "APP_SECRET",
    "DATABASE_URL",
    "MSG91_AUTH_KEY",
    "OPERATOR_ADDRESS",
    "OPERATOR_LEGAL_NAME",
    "OPERATOR_STATE_CODE",
    "PORT",
    "PUBLIC_URL",
    "RAZORPAY_KEY_ID",
    "RAZORPAY_KEY_SECRET",
    "RAZORPAY_WEBHOOK_SECRET",
  ]);
});

test("no problem repeats the value it complains about", () => {
  const secret = "hunter2hunter2";
  const problems = problemsOf({
    NODE_ENV: "production",
    APP_SECRET: secret,
    PORT: secret,
    DATABASE_URL: secret,
    LOG_LEVEL: secret,
  });
  expect(problems.length).toBeGreaterThan(4);
  expect(problems.join("\n")).not.toContain("hunter2");
});

test("production runs the sandbox only when asked with SANDBOX=1", () => {
  expect(problemsOf({ NODE_ENV: "production" }).length).toBeGreaterThan(5);
  const read = readEnvironment({ NODE_ENV: "production", SANDBOX: "1", APP_SECRET: strong, PORT: "3219" });
  expect("env" in read && read.env).toMatchObject({
    sandbox: true,
    publicUrl: "http://localhost:3219",
    paymentBaseUrl: "http://127.0.0.1:3219/sandbox/razorpay",
    whatsappBaseUrl: "http://127.0.0.1:3219/sandbox/whatsapp",
  });
});

test("the second factor of admins is required by default, in the sandbox optional, and as told otherwise", () => {
  const sandbox = { NODE_ENV: "production", SANDBOX: "1", APP_SECRET: strong };
  const readTotp = (source: Record<string, string>) => {
    const read = readEnvironment(source);
    return "env" in read ? read.env.adminTotp : read.problems;
  };
  expect([readTotp(production), readTotp(sandbox)]).toEqual(["required", "optional"]);
  for (const ADMIN_TOTP of ["required", "optional", "off"])
    expect([readTotp({ ...production, ADMIN_TOTP }), readTotp({ ...sandbox, ADMIN_TOTP })]).toEqual([
      ADMIN_TOTP,
      ADMIN_TOTP,
    ]);
  expect(readTotp({ ...production, ADMIN_TOTP: "sometimes" })).toEqual([
    "ADMIN_TOTP must be one of required, optional, off",
  ]);
});

test("a database address with a well-known password is refused in production", () => {
  const problems = problemsOf({ ...production, DATABASE_URL: "postgresql://postgres:postgres@db/gharseva" });
  expect(problems).toEqual(["DATABASE_URL has a missing or well-known password"]);
});

test("an empty variable counts as not given", () => {
  expect(problemsOf({ ...production, METRICS_PORT: "", OPERATOR_GSTIN: "" })).toEqual([]);
});

test("the GSTIN must belong to the operator's state", () => {
  expect(problemsOf({ ...production, OPERATOR_GSTIN: "27AAPFU0939F1ZV" })).toEqual([
    "OPERATOR_GSTIN does not begin with OPERATOR_STATE_CODE",
  ]);
});

test.each([
  ["short", "tooShort", true],
  ["well known", "please-change-me-before-production-0000", true],
  ["one character", "x".repeat(48), true],
  ["a repeated word", "abc123".repeat(8), true],
  ["random", strong, false],
])("a secret that is %s is judged", (_name, secret, verdict) => {
  expect(weak(secret, 32)).toBe(verdict);
});

describe("the sandbox", () => {
  const sandbox = { NODE_ENV: "production", SANDBOX: "1", APP_SECRET: strong };
  const loopback = fc.tuple(
    fc.constantFrom("http://", "https://", "HTTP://"),
    fc.constantFrom("localhost", "LOCALHOST", "127.0.0.1", "[::1]", "[0:0:0:0:0:0:0:1]"),
    fc.constantFrom("", ":3000", ":8443"),
    fc.constantFrom("", "/"),
  );
  const strangers = fc.tuple(
    fc.constantFrom("http://", "https://", "HTTPS://"),
    fc.constantFrom(
      "gharseva.in",
      "localhost.gharseva.in",
      "localhost.evil.com",
      "127.0.0.1.nip.io",
      "LOCALHOST.evil.com",
      "localhost@gharseva.in",
      "127.0.0.1@8.8.8.8",
      "localhost:80@gharseva.in",
      "x@localhost",
      ":x@127.0.0.1",
      "10.0.0.7",
      "192.168.1.5",
      "169.254.169.254",
      "172.17.0.1",
      "100.64.0.1",
      "0.0.0.0",
      "0",
      "8.8.8.8",
      "127.0.0.2",
      "127.8.9.10",
      "[::]",
      "[2001:db8::1]",
      "[fe80::1]",
      "[fd00::1]",
      "[::ffff:8.8.8.8]",
      "[::ffff:127.0.0.1]",
      "[::127.0.0.1]",
      "[64:ff9b::7f00:1]",
      "localhost.",
      "sub.localhost",
      "localhost.localdomain",
      "web",
      "ip6-localhost",
      "loca1host",
    ),
    fc.constantFrom("", ":3000", ":443"),
    fc.constantFrom("", "/", "/localhost", "?localhost", "#@localhost"),
  );
  /** Any other variables a real installation might set, and every way to run one: without NODE_ENV it is a sandbox. */
  const others = fc
    .subarray(Object.keys(production).filter((name) => name !== "NODE_ENV"))
    .map((names) => Object.fromEntries(names.map((name) => [name, production[name as keyof typeof production]])));
  const ways = fc.constantFrom<Record<string, string>>(
    { NODE_ENV: "production", SANDBOX: "1" },
    { NODE_ENV: "development" },
    { NODE_ENV: "development", SANDBOX: "1" },
    { NODE_ENV: "test" },
    { SANDBOX: "1" },
    { NODE_ENV: "" },
    {},
  );
  const named = (problems: string[], name: string) =>
    problems.filter((problem) => problem.startsWith(`${name} must be `)).length;

  property.prop([fc.constantFrom("PUBLIC_URL", "SANDBOX_ORIGIN"), strangers, others, ways])(
    "is refused at another address than this machine's, whatever else is set",
    (name, parts, variables, way) => {
      const problems = problemsOf({ ...variables, APP_SECRET: strong, ...way, [name]: parts.join("") });
      expect(named(problems, name)).toBe(1);
    },
  );

  property.prop([
    fc.constantFrom(
      "0.0.0.0",
      "0",
      "::",
      "[::]",
      "::0",
      "0:0:0:0:0:0:0:0",
      "*",
      "10.0.0.7",
      "192.168.1.5",
      "8.8.8.8",
      "127.0.0.2",
      "127.1",
      "0x7f000001",
      "2130706433",
      "::ffff:127.0.0.1",
      "::ffff:0.0.0.0",
      "fe80::1%eth0",
      "2001:db8::1",
      "[::1]",
      "gharseva.in",
      "localhost.",
      "localhost.evil.com",
      "sub.localhost",
      "web",
      " 127.0.0.1",
      "127.0.0.1 ",
      "127.0.0.1:3000",
      "localhost@evil.com",
      "http://localhost",
      "127.0.0.1,0.0.0.0",
    ),
    others,
    ways,
  ])("is refused where it would listen on another address than this machine's", (HOST, variables, way) => {
    const problems = problemsOf({ ...variables, APP_SECRET: strong, ...way, PUBLIC_URL: "", HOST });
    expect([HOST, named(problems, "HOST")]).toEqual([HOST, 1]);
  });

  property.prop([loopback, fc.constantFrom("", "127.0.0.1", "localhost", "LocalHost", "::1"), ways])(
    "starts with an address of this machine",
    (parts, HOST, way) => {
      expect(problemsOf({ APP_SECRET: strong, ...way, PUBLIC_URL: parts.join(""), HOST })).toEqual([]);
    },
  );

  test.each([
    ["127.0.0.1", "http://127.0.0.1:3219"],
    ["::1", "http://[::1]:3219"],
    ["localhost", "http://localhost:3219"],
  ])("is called where it listens: %s", (HOST, origin) => {
    const read = readEnvironment({ ...sandbox, HOST, PORT: "3219" });
    expect("env" in read && [read.env.sandboxOrigin, read.env.paymentBaseUrl]).toEqual([
      origin,
      `${origin}/sandbox/razorpay`,
    ]);
  });

  test("an installation with real gateways listens where it likes", () => {
    for (const HOST of ["0.0.0.0", "::", "10.0.0.7"]) expect(problemsOf({ ...production, HOST })).toEqual([]);
  });

  test.each(["rzp_live_4T8k2Lm9Qx", "RZP_LIVE_x", " rzp_live_x"])("takes no live key: %s", (RAZORPAY_KEY_ID) => {
    for (const NODE_ENV of ["production", "development"])
      expect(problemsOf({ ...sandbox, NODE_ENV, RAZORPAY_KEY_ID })).toEqual([
        "RAZORPAY_KEY_ID is a live key, and the sandbox takes no real payment: SANDBOX=0, or a test key",
      ]);
    expect(problemsOf({ ...sandbox, RAZORPAY_KEY_ID: "rzp_test_x" })).toEqual([]);
  });
});

describe("a provider's address", () => {
  const names = fc.constantFrom(
    "RAZORPAY_BASE_URL",
    "MSG91_BASE_URL",
    "WHATSAPP_BASE_URL",
    "FCM_BASE_URL",
    "MAPS_BASE_URL",
  );
  const near = fc.constantFrom("http://127.0.0.1:9", "http://localhost:9/x", "http://[::1]:9");
  const far = fc.constantFrom(
    "http://api.example.in",
    "HTTP://api.example.in/",
    " http://10.0.0.7:80",
    "http://web:3000",
  );

  property.prop([names, fc.oneof(near, far)])("is https in production", (name, url) => {
    expect(problemsOf({ ...production, [name]: url })).toEqual([`${name} must be https`]);
    expect(problemsOf({ ...production, [name]: url.trim().replace(/^http/i, "https") })).toEqual([]);
  });

  property.prop([names, near, far])("may be plain http for the sandbox of this machine alone", (name, here, there) => {
    const sandbox = { NODE_ENV: "production", SANDBOX: "1", APP_SECRET: strong };
    expect(problemsOf({ ...sandbox, [name]: here })).toEqual([]);
    expect(problemsOf({ ...sandbox, [name]: there })).toEqual([`${name} must be https`]);
  });
});

test("metrics have a port of their own", () => {
  expect(problemsOf({ ...production, PORT: "8080", METRICS_PORT: "8080" })).toEqual([
    "METRICS_PORT must be another port than PORT",
  ]);
});
