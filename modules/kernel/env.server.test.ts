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
    razorpayBaseUrl: "https://api.razorpay.com",
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
    razorpayBaseUrl: "http://127.0.0.1:3219/sandbox/razorpay",
    whatsappBaseUrl: "http://127.0.0.1:3219/sandbox/whatsapp",
  });
});

test("the second factor of admins is required by default, in the sandbox optional, and as told otherwise", () => {
  const sandbox = { NODE_ENV: "production", SANDBOX: "1", APP_SECRET: strong };
  const told = (source: Record<string, string>) => {
    const read = readEnvironment(source);
    return "env" in read ? read.env.adminTotp : read.problems;
  };
  expect([told(production), told(sandbox)]).toEqual(["required", "optional"]);
  for (const ADMIN_TOTP of ["required", "optional", "off"])
    expect([told({ ...production, ADMIN_TOTP }), told({ ...sandbox, ADMIN_TOTP })]).toEqual([ADMIN_TOTP, ADMIN_TOTP]);
  expect(told({ ...production, ADMIN_TOTP: "sometimes" })).toEqual([
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

describe("the sandbox in production", () => {
  const sandbox = { NODE_ENV: "production", SANDBOX: "1", APP_SECRET: strong };
  const loopback = fc.tuple(
    fc.constantFrom("http://", "https://", "HTTP://"),
    fc.constantFrom("localhost", "LOCALHOST", "127.0.0.1", "127.8.9.10", "[::1]", "[0:0:0:0:0:0:0:1]"),
    fc.constantFrom("", ":3000", ":8443"),
    fc.constantFrom("", "/"),
  );
  const strangers = fc.tuple(
    fc.constantFrom("http://", "https://", "HTTPS://"),
    fc.constantFrom(
      ...["gharseva.in", "localhost.gharseva.in", "127.0.0.1.nip.io", "localhost@gharseva.in", "127.0.0.1@8.8.8.8"],
      ...["10.0.0.7", "192.168.1.5", "0.0.0.0", "8.8.8.8", "[2001:db8::1]", "[::ffff:8.8.8.8]", "localhost.", "web"],
    ),
    fc.constantFrom("", ":3000", ":443"),
    fc.constantFrom("", "/", "/localhost"),
  );
  /** Any other variables a real installation might set. */
  const others = fc
    .subarray(Object.keys(production))
    .map((names) => Object.fromEntries(names.map((name) => [name, production[name as keyof typeof production]])));
  const refused = /^PUBLIC_URL must be an address of this machine/;

  property.prop([strangers, others])("is refused with a public address, whatever else is set", (parts, given) => {
    const problems = problemsOf({ ...given, ...sandbox, PUBLIC_URL: parts.join("") });
    expect(problems.filter((problem) => refused.test(problem))).toHaveLength(1);
  });

  property.prop([loopback])("starts with an address of this machine", (parts) => {
    expect(problemsOf({ ...sandbox, PUBLIC_URL: parts.join("") })).toEqual([]);
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
    ...["RAZORPAY_BASE_URL", "MSG91_BASE_URL", "WHATSAPP_BASE_URL", "FCM_BASE_URL", "MAPS_BASE_URL"],
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
