import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { drawn } from "#app/testing/a-page.tsx";
import { openSession } from "#modules/access/index.ts";
import { jobs } from "#modules/index.ts";
import type { Permission } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import type { BulkAct } from "#modules/kernel/lists/bulk-result.server.ts";
import { runBulk } from "#modules/kernel/lists/bulk-run.server.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAddress, anAdmin, aServedTicket, aTicket, qrOf } from "#modules/testing/factories.ts";
import { action as list } from "../requests/all/route.tsx";
import { loader as notDone } from "./file.ts";
import * as bulk from "./route.tsx";
import { action, loader } from "./route.tsx";

openDatabase();

async function aDesk(permissions: readonly Permission[] = ["view_ticket.full_access", "edit_ticket.full_access"]) {
  const { id } = await anAdmin({ permissions });
  const { token } = await openSession({ kind: "admin", subjectId: id, via: "cookie", address: anAddress() });
  return `admin_session=${token}`;
}

function args(path: string, cookie: string, fields?: Record<string, string | string[]>) {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields ?? {})) for (const each of [value].flat()) body.append(name, each);
  return {
    request: new Request(`http://localhost${path}`, {
      headers: { cookie },
      ...(fields && { method: "POST", body }),
    }),
    params: { id: path.split("/")[2] },
    context: { requestId: "request-1", address: "10.0.0.1" },
  } as never;
}

/** A selection that was asked about: the address of its question. */
async function questionPath(cookie: string, made: readonly { publicId: string }[], verb = "remark") {
  const ids = made.map(({ publicId }) => publicId);
  const answer = (await list(args("/Tickets", cookie, { intent: "bulk", verb, ids }))) as Response;
  return answer.headers.get("location")!;
}
const shown = async (path: string, cookie: string) =>
  ((await loader(args(path, cookie))) as unknown as { data: { act: BulkAct; others: { id: string }[] } }).data;
type Sent = Response & { data: { problem?: string; errors?: object } };
const send = (path: string, cookie: string, fields: Record<string, string>) =>
  action(args(path, cookie, fields)) as Promise<Sent>;

test("a question is answered once, however often its form comes, and leads to the result", async () => {
  const cookie = await aDesk();
  const made = [await aTicket(), await aTicket({ status: "CLOSED", closedAt: new Date() })];
  const path = await questionPath(cookie, made);
  const { act } = await shown(path, cookie);
  expect(act).toMatchObject({ state: "asked", total: 2, verb: "remark" });
  const empty = await send(path, cookie, { intent: "remark", digest: act.digest, text: " " });
  expect(empty.data.errors).toEqual({ text: "remarks.empty" });
  const fields = { intent: "remark", digest: act.digest, text: "=1+1 called", once: "form-1" };
  for (const answer of [await send(path, cookie, fields), await send(path, cookie, fields)])
    expect(answer.headers.get("location")).toBe(path);
  const again = await send(path, cookie, { ...fields, once: "form-2" });
  expect(again.data.problem).toBe("bulk.begun");
  await drain(jobs);
  const { act: done } = await shown(path, cookie);
  expect(done).toMatchObject({ state: "done", outcomes: { done: 1, skipped: 1, failed: 0 } });
  expect(await rows(sql`select text from remarks where ticket_id = any(${made.map(({ id }) => id)})`)).toEqual([
    { text: "=1+1 called" },
  ]);
  // What was not done leads to its request.
  const page = await drawn(path, cookie, [bulk], { params: { id: path.split("/")[2]! } });
  expect(page.html).toContain(`href="/view-ticket?ticketId=${made[1]!.publicId}"`);
  expect(page.html).not.toContain(made[0]!.publicId);
  const file = (await notDone(args(`${path}/not-done`, cookie))) as Response;
  expect(file.headers.get("content-disposition")).toMatch(/remark-not-done-.*\.csv/);
  expect(await file.text()).toContain(made[1]!.ticketId);
});

describe.each(["remark", "broadcastRequests", "assignRequests", "cancelRequests"])(
  "what %s came to is said",
  (verb) => {
    /** The page of an act, over, on these requests. */
    async function ended(made: readonly { publicId: string }[]) {
      const cookie = await aDesk();
      const path = await questionPath(cookie, made, verb);
      const { act } = await shown(path, cookie);
      await rows(sql`update sessions set proved_at = now()`);
      const fields = { text: "Called", reason: "Asked for twice", qrId: (await qrOf(await aCenter())).qrId };
      await send(path, cookie, { intent: verb, digest: act.digest, ...fields });
      await drain([runBulk]);
      expect((await shown(path, cookie)).act.state).toBe("done");
      return (await drawn(path, cookie, [bulk], { params: { id: path.split("/")[2]! } })).text;
    }
    const over = () => aTicket({ status: "CLOSED", closedAt: new Date() });

    test("of requests none of which it can be done with: nothing, and of each why", async () => {
      const text = await ended([await over(), await over()]);
      expect(text).toContain("Finished: nothing was done");
      expect(text).toContain("Not done: 2");
    });

    test("of some it can be done with: a part", async () => {
      const open = await aServedTicket({ broadcastStatus: "broadcasted" });
      const text = await ended([open, await over()]);
      expect(text).toContain("Finished: done in part");
      expect(text).toContain("Not done: 1");
    });
  },
);

test("an act is stopped once, and the latest ones stand beside each other", async () => {
  const cookie = await aDesk();
  const made = [await aTicket(), await aTicket()];
  const first = await questionPath(cookie, made);
  const second = await questionPath(cookie, made);
  for (const path of [first, second]) {
    const { act } = await shown(path, cookie);
    await send(path, cookie, { intent: "remark", digest: act.digest, text: "Called" });
  }
  expect((await send(first, cookie, { intent: "cancel" })).headers.get("location")).toBe(first);
  expect((await send(first, cookie, { intent: "cancel" })).data.problem).toBe("bulk.over");
  await drain([runBulk]);
  expect((await shown(first, cookie)).act).toMatchObject({ state: "cancelled", outcomes: { done: 0, skipped: 2 } });
  const { act, others } = await shown(second, cookie);
  expect([act.state, others.map(({ id }) => `/bulk/${id}`)]).toEqual(["done", [first]]);
});

test("nobody else finds it, nor its file, and who may only see requests selects nothing for it", async () => {
  const cookie = await aDesk();
  const other = await aDesk();
  const made = [await aTicket()];
  const path = await questionPath(cookie, made);
  const { act } = await shown(path, cookie);
  await expect(loader(args(path, other))).rejects.toMatchObject({ init: { status: 404 } });
  expect(((await notDone(args(`${path}/not-done`, other))) as Response).status).toBe(404);
  const sent = await send(path, other, { intent: "remark", digest: act.digest, text: "Called" });
  expect(sent.data.problem).toBe("bulk.missing");
  const reader = await aDesk(["view_ticket.full_access"]);
  expect(await questionPath(reader, made).catch(() => undefined)).toBeFalsy();
});
