import { expect, test } from "vitest";
import "#modules/testing/database.ts";
import { conflict } from "./errors.ts";
import { onlyOnce } from "./idempotency.server.ts";

test("a hundred equal requests at once have one effect and one reply", async () => {
  let effects = 0;
  const replies = await Promise.all(
    Array.from({ length: 100 }, () =>
      onlyOnce("center:1", "key-1", "body", async () => {
        effects += 1;
        return { status: 200, body: { effect: effects } };
      }),
    ),
  );
  expect(effects).toBe(1);
  expect(new Set(replies.map((reply) => JSON.stringify(reply)))).toEqual(
    new Set(['{"status":200,"body":{"effect":1}}']),
  );
});

test("the same key with another body is refused; the key of another caller is another key", async () => {
  const once = (caller: string, body: string) =>
    onlyOnce(caller, "key-2", body, async () => ({ status: 200, body: { caller } }));
  await once("center:1", "a");
  await expect(once("center:1", "b")).rejects.toMatchObject({ key: "error.idempotencyBody" });
  expect((await once("center:2", "b")).body).toEqual({ caller: "center:2" });
});

test("a refusal frees the key, anything else leaves it taken", async () => {
  const attempt = (error: Error) =>
    onlyOnce("center:1", error.message, "body", async () => {
      throw error;
    });
  const refusal = conflict("error.changed");
  await expect(attempt(refusal)).rejects.toBe(refusal);
  const again = await onlyOnce("center:1", refusal.message, "body", async () => ({ status: 200, body: "done" }));
  expect(again.body).toBe("done");
});

test("a reply that is not final is given and not kept: the same key asks again", async () => {
  const replies = ["pending", "paid", "never asked for"];
  const ask = () =>
    onlyOnce("center:1", "key-3", "body", async () => {
      const body = replies.shift();
      return { status: 200, body, final: body !== "pending" };
    });
  expect(await ask()).toEqual({ status: 200, body: "pending" });
  expect((await ask()).body).toBe("paid");
  expect((await ask()).body).toBe("paid");
});
