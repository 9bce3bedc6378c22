import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import * as broadcasts from "#app/routes/center/broadcasts/route.tsx";
import { openSession } from "#modules/access/index.ts";
import { type Actor, system } from "#modules/kernel/actor.ts";
import { transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf, record } from "#modules/kernel/db/history.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aBroadcastTicket, aCenter } from "#modules/testing/factories.ts";
import { fresh } from "#modules/testing/work.ts";
import { openDoor } from "../request/door.server.ts";
import { readToast } from "../request/toast.server.ts";
import { type Effect, onceByKey } from "./form-once.server.ts";
import { publicActions } from "./page.server.ts";

openDatabase();

/** A page whose form writes a numbered row of history, and what its sender was shown. */
function aPage(how: "in its transaction" | "as often as asked" = "in its transaction") {
  const id = randomUUID();
  const happened = async () => (await historyOf("ticket", id)).length;
  const fails: Error[] = [];
  const write = () =>
    transaction(async () => {
      await record(system("test"), { subject: "ticket", id, event: "ticket.tested" });
      return happened();
    });
  const action = publicActions({
    write: {
      limit: "test",
      once: how,
      input: z.object({ note: z.string() }),
      run: async (_anyone, _input, door) => {
        const nth = await write();
        const failure = fails.shift();
        if (failure) throw failure;
        door.toast("ticket.created");
        return door.go(`/made?nth=${nth}`);
      },
    },
  });
  const send = async (once: string | undefined, fields: Record<string, string> = {}) => {
    const body = new URLSearchParams({ intent: "write", note: "a", ...(once && { once }), ...fields });
    const request = new Request("http://localhost/page?x=1", { method: "POST", body });
    const answer = await action({ request, params: {}, context: { address: "10.0.0.1" } });
    if (!(answer instanceof Response)) return answer as unknown as { data: { problem: string; values: object } };
    return { to: answer.headers.get("location"), toast: toastText(answer) };
  };
  return { happened, send, fails };
}

function toastText({ headers }: Response) {
  const cookie = headers.getSetCookie().find((one) => one.startsWith("toast="));
  const toast = cookie && readToast(new Request("http://localhost/", { headers: { cookie: cookie.split(";")[0]! } }));
  return toast ? say(toast.key) : null;
}

const sentBefore =
  "This form was already sent, so nothing was sent a second time. To send another one, open the form anew.";

test("a double click sends once, and both presses lead to the same page with the same words", async () => {
  const { happened, send } = aPage();
  const answers = await Promise.all([send("k"), send("k"), send("k")]);
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ to: "/made?nth=1", toast: "Ticket Created successfully" })]),
  );
  expect(await happened()).toBe(1);
});

test("Back and another press lead to the first result and say so, also with other words in it", async () => {
  const { happened, send } = aPage();
  await send("k2");
  expect(await send("k2")).toEqual({ to: "/made?nth=1", toast: sentBefore });
  expect(await send("k2", { note: "b" })).toEqual({ to: "/made?nth=1", toast: sentBefore });
  expect(await happened()).toBe(1);
});

test("a form that is opened anew sends anew; one without a key, too", async () => {
  const { send } = aPage();
  expect(await send("k3")).toMatchObject({ to: "/made?nth=1" });
  expect(await send("k4")).toMatchObject({ to: "/made?nth=2" });
  expect(await send(undefined)).toMatchObject({ to: "/made?nth=3" });
});

test("a refused form may be sent again, its key is not shown again as what was typed", async () => {
  const refusing = publicActions({
    write: {
      limit: "test",
      once: "in its transaction",
      run: () => {
        throw conflict("error.changed");
      },
    },
  });
  const body = new URLSearchParams({ intent: "write", once: "k5", note: "a" });
  const request = new Request("http://localhost/page", { method: "POST", body });
  const { data } = (await refusing({ request, params: {} })) as unknown as { data: { values: object } };
  expect(data).toMatchObject({ problem: "error.changed", values: { note: "a" } });
  expect(data.values).not.toHaveProperty("once");
});

test("a process that died after the effect: the form is not done again, and the page says that it was sent", async () => {
  const { happened, send, fails } = aPage();
  fails.push(new Error("the process died here"));
  await expect(send("k6")).rejects.toThrow("died here");
  expect(await send("k6")).toEqual({ to: "/page?x=1", toast: sentBefore });
  expect(await happened()).toBe(1);
});

test("the same key of another session is another key", async () => {
  const accept = async () => {
    const center = await aCenter();
    const { token } = await openSession({ kind: "center", subjectId: center.id, via: "cookie", address: "10.0.0.1" });
    const { ticket, broadcasts: offers } = await aBroadcastTicket([center]);
    const body = new URLSearchParams({ intent: "accept", broadcastId: offers[0]!.id, once: "guessed" });
    const request = new Request("http://localhost/brodcast-requests", {
      method: "POST",
      body,
      headers: { cookie: `center_session=${token}` },
    });
    await broadcasts.action({ request, params: {} });
    return (await fresh(ticket)).status;
  };
  expect([await accept(), await accept()]).toEqual(["ACCEPTED", "ACCEPTED"]);
});

test("the same key is another one for each kind of sender, even were their sessions of one name", async () => {
  const sessionId = randomUUID();
  const senders = [
    { kind: "center", centerId: sessionId, sessionId },
    { kind: "onboarder", onboarderId: sessionId, sessionId },
    { kind: "technician", technicianId: sessionId, sessionId },
    { kind: "admin", adminId: sessionId, sessionId },
    { kind: "anyone", phones: [], visitorId: sessionId, address: sessionId },
    system("test"),
  ] as unknown as Actor[];
  let done = 0;
  for (const actor of senders) {
    const door = openDoor({ request: new Request("http://localhost/page", { method: "POST" }), params: {} });
    const act = async (effect: Effect = (work) => work()) => door.go(`/made?nth=${await effect(async () => ++done)}`);
    await unitOfWork(() => onceByKey({ actor, intent: "write", key: sessionId, how: "as often as asked", door, act }));
  }
  expect(done).toBe(senders.length);
});

test("every form that is sent carries a key: it is made by Form, or carries one of its own", () => {
  const app = path.resolve(import.meta.dirname, "../..");
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".tsx"));
  // Their intents need no key: ending a session or choosing a language twice changes nothing, and a payment has the
  // gateway's own order.
  const keyless = [
    "ui/shell/shell.tsx",
    "ui/base/language-switch.tsx",
    "ui/frame/shell.tsx",
    "parts/payment/gateway-form.tsx",
    "parts/payment/checkout-form.tsx",
  ];
  const bare = files.filter((file) => {
    const text = readFileSync(path.join(app, file), "utf8");
    const forms = [...text.matchAll(/<(?:\w+\.)?[fF]orm\s[^>]*method="post"/g)].length;
    return forms > 0 && !text.includes("<FormKey") && !keyless.includes(file);
  });
  expect(bare).toEqual([]);
});
