import { writeFileSync } from "node:fs";
import net from "node:net";
import { expect, test } from "vitest";
import { inPlainWords } from "./plain-words.ts";

/** What a person reads of what is thrown. */
async function messageOf(doing: () => unknown) {
  try {
    await doing();
  } catch (error) {
    return inPlainWords(error);
  }
  throw new Error("nothing went wrong");
}

const failing = (code: string, facts: object) => () => {
  throw new Error("it failed", { cause: Object.assign(new Error("raw"), { code, ...facts }) });
};

test("a full disk, a taken port and a closed folder are said in sentences that name what to do", async () => {
  expect(await messageOf(() => writeFileSync("/dev/full", "x"))).toMatchObject({
    message: expect.stringMatching(/^The disk is full: make room/),
  });
  const first = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => first.once("listening", resolve));
  const { port } = first.address() as net.AddressInfo;
  const second = net.createServer();
  try {
    const taken = await messageOf(
      () => new Promise((resolve, reject) => second.once("error", reject).listen(port, "127.0.0.1", () => resolve(0))),
    );
    expect(taken).toEqual({
      message: `Port ${port} is in use: stop what uses it, or choose another`,
      kind: "conflict",
      code: 5,
    });
  } finally {
    first.close();
  }
  expect(await messageOf(failing("EACCES", { path: "/var/lib/x" }))).toMatchObject({
    message: expect.stringMatching(/^\/var\/lib\/x is closed/),
  });
  expect(await messageOf(failing("53100", {}))).toMatchObject({ message: expect.stringMatching(/^The disk is full/) });
  expect(await messageOf(failing("42501", { message: "permission denied to create role" }))).toMatchObject({
    message: expect.stringMatching(/CREATEROLE/),
  });
});

test("a configuration that is closed to a user is a sentence and a matter of configuration, however Node says it", async () => {
  for (const [code, file] of [
    ["ENOENT", "/opt/gharseva/.env"],
    ["EACCES", "/etc/gharseva/env"],
    ["EACCES", "/etc/gharseva/owner-env"],
  ] as const)
    expect(await messageOf(failing(code, { path: file, syscall: "open" }))).toEqual({
      message: expect.stringMatching(
        new RegExp(`^The configuration ${file} is closed to the user \\S+: work as .*sudo -u gharseva`),
      ),
      kind: "configuration",
      code: 78,
    });
});

test("what is a fault of ours keeps its stack", async () => {
  expect(await messageOf(failing("42501", { message: "permission denied for table tickets" }))).toBeUndefined();
  expect(await messageOf(failing("ENOENT", { path: "/x/plan.json", syscall: "open" }))).toBeUndefined();
  expect(await messageOf(failing("EEXIST", { path: "/x", syscall: "open" }))).toBeUndefined();
  expect(
    await messageOf(() => {
      throw new TypeError("undefined is not a function");
    }),
  ).toBeUndefined();
});
