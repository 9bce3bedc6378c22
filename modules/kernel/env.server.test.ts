import { expect, test } from "vitest";
import { readEnvironment, weak } from "#modules/kernel/env.server.ts";

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
