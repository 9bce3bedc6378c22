import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aDesk, doorArgs } from "#app/testing/a-desk.ts";
import { drawn } from "#app/testing/a-page.tsx";
import { openSession } from "#modules/access/index.ts";
import type { Permission } from "#modules/kernel/actor.ts";
import { day, fromNow, istDate, now } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aClient,
  anAcceptedTicket,
  anAddress,
  anAdmin,
  asAdmin,
  asCenter,
} from "#modules/testing/factories.ts";
import { adjustWallet, enterSubscription, objectToPenalty, walletBalance } from "#modules/wallet/index.ts";
import { ledgerFaults } from "#modules/wallet/ledger/ledger-faults.ts";
import { loader as download } from "../../requests/lists/export.ts";
import { loader as tally } from "../../requests/lists/tally.ts";
import { action as adjust } from "../../requests/view/route.tsx";
import * as route from "./route.tsx";
import { action, loader } from "./route.tsx";
import type { ApprovalsView } from "./view.server.ts";

openDatabase();

/* Money by hand on its screens: the list's news and file, and what those who may not decide get by sending forms. */

const money: readonly Permission[] = ["adjust_wallet", "view_ticket.full_access"];
const waits = 2_500;

type Answer = { status?: number; headers?: Headers; data?: { problem?: string; errors?: Record<string, string> } };

/** Sends a form; the sender has just given password and code. */
async function send(at: typeof action, path: string, cookie: string, fields: Record<string, string | string[]>) {
  await rows(sql`update sessions set proved_at = ${now()}`);
  const { status, headers, data } = (await at(doorArgs(path, cookie, fields))) as unknown as Answer;
  return { status, to: headers?.get?.("location") ?? undefined, ...data };
}
const decide = (cookie: string, intent: string, fields: Record<string, string | string[]>) =>
  send(action, "/wallet-approvals", cookie, { intent, ...fields });

async function aCase() {
  const center = await aCenter();
  const ticket = await anAcceptedTicket(center);
  const { id } = await anAdmin({ permissions: money });
  const author = asAdmin({ id }, { permissions: money });
  const ask = (amount: number) => {
    const about = { ticketId: ticket.publicId, centerId: center.id, remarks: "Nobody came" };
    return adjustWallet(author, { ...about, kind: "Penalty", amount });
  };
  /** A browser of the author. */
  const session = async () =>
    `admin_session=${(await openSession({ kind: "admin", subjectId: id, via: "cookie", address: anAddress() })).token}`;
  const form = (fields: Record<string, string | string[]>) => ({
    intent: "adjust",
    ticketId: ticket.publicId,
    centerId: center.id,
    kind: "Penalty",
    remarks: "Nobody came",
    ...fields,
  });
  return { center, ticket, author, ask, session, form };
}
const stateOf = async (id: string) =>
  (await row<{ state: string; objection: string | null }>(
    sql`select state, objection from adjustments where id = ${id}`,
  ))!;

beforeEach(() => rows(sql`update adjustments set created_at = created_at - interval '1 year'`));
afterEach(async () => expect(await ledgerFaults()).toEqual([]));

const page = async (cookie: string, query = "") =>
  ((await loader(doorArgs(`/wallet-approvals${query}`, cookie))) as unknown as { data: { approvals: ApprovalsView } })
    .data.approvals;

test("what waits is shown however old it is, page by page both ways, and an empty filter says so", async () => {
  const { ask } = await aCase();
  const made = [await ask(waits), await ask(waits - 1)];
  await rows(sql`update adjustments set created_at = created_at - interval '40 days'`);
  const cookie = await aDesk(money);
  const first = await page(cookie, "?take=10");
  const listed = new Set<string>();
  for (let at = first, n = 0; n < 50; n++) {
    for (const { id } of at.rows) listed.add(id);
    if (!at.pages.next) break;
    at = await page(cookie, `?take=10&after=${at.pages.next}`);
    const back = await page(cookie, `?take=10&before=${at.pages.previous}`);
    expect(back.rows.length).toBe(10);
  }
  expect([...listed]).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
  expect((await page(cookie, "?kind=Refund&from=2020-01-01&to=2020-01-02")).rows).toEqual([]);
});

test("an open list is told what came and what was decided or objected to, by the view it shows", async () => {
  const { ask, center } = await aCase();
  const old = await ask(10);
  const cookie = await aDesk(money);
  const look = async (query: string, { seen, rows: shown }: ApprovalsView) => {
    const wanted = new URLSearchParams(query);
    wanted.set("at", String(seen.at));
    if (seen.head) wanted.set("head", seen.head);
    for (const { id } of shown) wanted.append("seen", id);
    const answer = await tally(doorArgs(`/lists/adjustments/tally?${wanted}`, cookie));
    return ((await answer.json()) as { news: { added: number; changed: number } }).news;
  };
  const toDecide = await page(cookie);
  const all = await page(cookie, "?view=all");
  expect(await look("", toDecide)).toEqual({ added: 0, changed: 0 });
  const made = await ask(waits);
  expect([await look("", toDecide), await look("view=all", all)]).toEqual([
    { added: 1, changed: 0 },
    { added: 1, changed: 0 },
  ]);
  expect(await look("kind=Refund", await page(cookie, "?kind=Refund"))).toEqual({ added: 0, changed: 0 });
  const later = await page(cookie);
  await objectToPenalty(asCenter(center), { adjustmentId: old.id, text: "We were there" });
  expect(await look("", later)).toEqual({ added: 0, changed: 1 });
  await decide(await aDesk(), "refuse", { adjustmentId: made.id, remarks: "No" });
  expect(await look("", later)).toEqual({ added: 0, changed: 2 });
});

test("Q58 the list is a file for the SUPER_ADMIN, as it is filtered; for others it is none", async () => {
  const { ask, ticket } = await aCase();
  await ask(waits);
  const take = async (cookie: string, query: string) => {
    const file = await download(doorArgs(`/lists/adjustments/export?format=csv&${query}`, cookie));
    return { status: file.status, text: await file.text() };
  };
  const all = await aDesk();
  expect((await take(all, "")).text).toContain(ticket.ticketId);
  expect((await take(all, "view=objected")).text).not.toContain(ticket.ticketId);
  expect((await take(await aDesk(money), "")).status).toBe(403);
});

test("nobody without adjust_wallet decides or asks anything, a client's admin holding it neither", async () => {
  const { ask, center, form, ticket } = await aCase();
  const { id: adjustmentId } = await ask(waits);
  const before = await walletBalance(center.id);
  const client = await aClient();
  for (const cookie of [await aDesk(["view_ticket.full_access", "view_Wallet"]), await aDesk(money, client.id)]) {
    for (const [intent, fields] of [
      ["approve", {}],
      ["refuse", { remarks: "x" }],
      ["withdraw", {}],
      ["settle", { verdict: "RETURNED", remarks: "x" }],
    ] as const)
      expect((await decide(cookie, intent, { adjustmentId, ...fields })).problem, intent).toBe("permission.denied");
    const sent = await send(adjust, `/view-ticket?ticketId=${ticket.publicId}`, cookie, form({ amount: "10" }));
    expect(sent.problem).toBe("permission.denied");
  }
  expect([(await stateOf(adjustmentId)).state, await walletBalance(center.id)]).toEqual(["WAITING", before]);
});

test("an author approves nothing of one's own, from another session neither, and decides on no objection to it", async () => {
  const { ask, session, center } = await aCase();
  const { id: adjustmentId } = await ask(waits);
  const { id: taken } = await ask(10);
  await objectToPenalty(asCenter(center), { adjustmentId: taken, text: "We were there" });
  for (const cookie of [await session(), await session()]) {
    expect((await decide(cookie, "approve", { adjustmentId })).problem).toBe("adjust.own");
    expect((await decide(cookie, "refuse", { adjustmentId, remarks: "x" })).problem).toBe("adjust.own");
    const verdict = { adjustmentId: taken, verdict: "RETURNED", remarks: "x" };
    expect((await decide(cookie, "settle", verdict)).problem).toBe("objection.own");
  }
  expect((await decide(await aDesk(money), "withdraw", { adjustmentId })).problem).toBe("adjust.notOwn");
  expect(await stateOf(adjustmentId)).toEqual({ state: "WAITING", objection: null });
});

test("of an admin who is gone what waits is for the others to decide; one who was let go approves nothing", async () => {
  const { ask, author, center } = await aCase();
  const { id: one } = await ask(waits);
  const { id: two } = await ask(waits - 100);
  const second = await aDesk(money);
  await rows(sql`update admins set is_active = false where id = ${author.adminId}`);
  expect((await decide(second, "refuse", { adjustmentId: one, remarks: "Not needed" })).to).toContain(one);
  await rows(
    sql`update admins set is_active = false
      where id = (select subject_id from sessions where kind = 'admin' order by created_at desc limit 1)`,
  );
  const refused = await decide(second, "approve", { adjustmentId: two }).catch((redirect: Response) => ({
    to: redirect.headers.get("location"),
  }));
  expect(refused.to).toContain("/admin-login");
  expect([(await stateOf(two)).state, await walletBalance(center.id)]).toEqual(["WAITING", 0]);
});

test("approved twice at once, by two people or by one form in two tabs, it moves once", async () => {
  const { ask, center } = await aCase();
  const { id: adjustmentId } = await ask(waits);
  const one = await aDesk(money);
  const two = await aDesk(money);
  const answers = await Promise.all([one, one, two].map((cookie) => decide(cookie, "approve", { adjustmentId })));
  expect(answers.filter(({ problem }) => problem === undefined)).toHaveLength(1);
  expect(answers.flatMap(({ problem }) => problem ?? [])).toEqual(["adjust.decided", "adjust.decided"]);
  expect(await walletBalance(center.id)).toBe(-fromRupees(waits));
});

test.each([
  ["1e3", "adjust.amount"],
  ["0x10", "adjust.amount"],
  ["-0", "adjust.amount"],
  ["0", "adjust.amount"],
  ["-5", "adjust.amount"],
  ["49.999", "adjust.amount"],
  ["49,5", "adjust.amount"],
  ["1000001", "adjust.amount"],
  ["9".repeat(60), "adjust.amount"],
  ["NaN", "adjust.amount"],
  ["", "adjust.fields"],
  ["   ", "adjust.fields"],
  ["४९", undefined],
  ["1,500", undefined],
])("a penalty of %j: %s", async (amount, problem) => {
  const { ticket, form, session, center } = await aCase();
  const answer = await send(adjust, `/view-ticket?ticketId=${ticket.publicId}`, await session(), form({ amount }));
  expect(answer.errors?.amount).toBe(problem);
  const moved = amount === "४९" ? 49 : 1_500;
  expect(await walletBalance(center.id)).toBe(problem ? 0 : -fromRupees(moved));
});

test("foreign, malformed and repeated fields are refused in words, and move nothing", async () => {
  const mine = await aCase();
  const other = await aCase();
  const path = `/view-ticket?ticketId=${mine.ticket.publicId}`;
  const cookie = await mine.session();
  const tries: Record<string, string | string[]>[] = [
    { centerId: other.center.id },
    { centerId: crypto.randomUUID() },
    { centerId: "' or 1=1" },
    { ticketId: other.ticket.publicId },
    { ticketId: "nobody-has-this-id" },
    { ticketId: "../x" },
    { kind: "Gift" },
    { kind: ["Penalty", "Gift"] },
    { amount: ["10", "lots"] },
    { remarks: "x".repeat(301) },
    { remarks: "" },
    { remarks: "a\u0000b" },
  ];
  for (const fields of tries) {
    const { problem } = await send(adjust, path, cookie, mine.form({ amount: "10", ...fields }));
    expect(problem && say(problem as "adjust.fields", {}, "en"), JSON.stringify(fields)).toMatch(/\w/);
  }
  for (const adjustmentId of [crypto.randomUUID(), "1", "' or 1=1"])
    for (const intent of ["approve", "refuse", "withdraw", "settle"]) {
      const fields = { adjustmentId, remarks: "x", verdict: "UPHELD" };
      const { problem, errors } = await decide(await aDesk(money), intent, fields);
      expect(errors?.adjustmentId ?? problem, `${intent} ${adjustmentId}`).toBe("adjust.missing");
    }
  expect([await walletBalance(mine.center.id), await walletBalance(other.center.id)]).toEqual([0, 0]);
});

test("a second admin sees what a payment outside gives, and of a balance its first instalment", async () => {
  const center = await aCenter({ subscribeEndDate: null });
  const { id } = await anAdmin({ permissions: money });
  const enter = (product: "first_instalment" | "balance") =>
    enterSubscription(asAdmin({ id }, { permissions: money }), { centerId: center.id, product, reference: product });
  await enter("first_instalment");
  const { adjustmentId } = await enter("balance");
  const shown = await page(await aDesk(money), `?kind=Subscription&act=approve&of=${adjustmentId}`);
  expect(shown.rows.map(({ cells }) => cells.kind)).toEqual(["Balance of the year"]);
  expect(shown.dialog?.subscription).toEqual({
    product: "balance",
    instalment: { amountPaise: 99_900, startsAt: expect.any(Date) },
  });
  const { text } = await drawn(`/wallet-approvals?act=approve&of=${adjustmentId}`, await aDesk(money), [route]);
  expect(text).toContain("Balance of the year");
  expect(text).toContain("₹999, from ");
});

test("a decision needs its reason; what is not open is opened without a form", async () => {
  const { ask } = await aCase();
  const { id: adjustmentId } = await ask(waits);
  const cookie = await aDesk(money);
  expect((await decide(cookie, "refuse", { adjustmentId, remarks: " " })).errors).toEqual({ remarks: "adjust.why" });
  expect((await decide(cookie, "settle", { adjustmentId, verdict: "KEPT", remarks: "x" })).errors).toEqual({
    verdict: "form.choice",
  });
  expect((await decide(cookie, "settle", { adjustmentId, verdict: "UPHELD", remarks: "x" })).problem).toBe(
    "adjust.missing",
  );
  expect((await page(cookie, `?act=approve&of=${crypto.randomUUID()}`)).dialog).toBeNull();
  expect((await page(cookie, `?act=settle&of=${adjustmentId}`)).dialog).toMatchObject({ may: { settle: false } });
  expect((await page(cookie, `?from=${istDate(fromNow(day))}`)).rows).toEqual([]);
});
