import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freezeClock, fromIst, now, resetClock } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aServedTicket, asAdmin } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { settleOrder } from "../settling/settle-order.ts";
import { closeDayFacts, prepareDay } from "./close-day.ts";
import { closeRows } from "./close-lists.ts";
import { dateAfter } from "./days.ts";

openDatabase();

/* What a provider may answer and the emulator never does: its lists are rewritten on their way to us. */

type Item = Record<string, unknown>;

/** Runs `ask` while a server between the provider and us rewrites the items of every list. */
async function rewritten(rewrite: (items: Item[]) => Item[], ask: () => Promise<void>) {
  const { paymentBaseUrl } = env;
  const between = createServer(async (request, response) => {
    const { authorization = "" } = request.headers;
    const answered = await fetch(`${paymentBaseUrl}${request.url}`, { headers: { authorization } });
    const body = (await answered.json()) as { items?: Item[] };
    response.writeHead(answered.status, { "content-type": "application/json" });
    response.end(JSON.stringify(body.items ? { ...body, items: rewrite(body.items) } : body));
  });
  await new Promise<void>((listening) => between.listen(0, "127.0.0.1", listening));
  configure({ paymentBaseUrl: `http://127.0.0.1:${(between.address() as AddressInfo).port}` });
  try {
    await ask();
  } finally {
    configure({ paymentBaseUrl });
    between.closeAllConnections();
    between.close();
  }
}

const till = openTill();
/** Each test has days of its own, because the ledger keeps those before; what is captured on Monday is settled on Wednesday. */
let monday = "2031-06-02";
let wednesday = "";

beforeEach(async () => {
  monday = dateAfter(monday, 28);
  wednesday = dateAfter(monday, 2);
  freezeClock(fromIst(monday, "11:00"));
  for (const table of ["close_rows", "close_days", "provider_settled", "provider_items", "sandbox_orders"])
    await rows(sql`delete from ${sql.table(table)}`);
  await rows(sql`delete from sandbox_settlements`);
});
afterEach(resetClock);

const reader = asAdmin(undefined, { permissions: ["view_Wallet"] });
const isSettlement = ({ entity }: Item) => entity === "settlement";
const isLine = (item: Item) => "settled_at" in item;

/** A fee that was captured on Monday; its payment's id at the provider. */
async function aCapture(): Promise<string> {
  const order = await till.anOrder({ ticketId: (await aServedTicket()).id });
  const paid = await till.pay(order.providerOrderId!);
  await unitOfWork(() => settleOrder(order.id, "reconciler"));
  return paid!.providerPaymentId;
}

/** The rows of both days, as the provider's lists are rewritten on Thursday, and the facts of the second one. */
async function closed(rewrite: (items: Item[]) => Item[]) {
  freezeClock(fromIst(dateAfter(monday, 3), "06:15"));
  await rewritten(rewrite, async () => {
    for (const day of [monday, wednesday]) await unitOfWork(() => prepareDay(day, now(), 1_000));
  });
  const of = async (day: string) => {
    const { rows } = await closeRows(reader, { day, take: 100 });
    return rows.map(({ kind, state, providerPaise }) => `${kind} ${state} ${providerPaise}`).toSorted();
  };
  return {
    monday: await of(monday),
    wednesday: await of(wednesday),
    facts: await closeDayFacts(reader, { day: wednesday }),
  };
}

test("untouched, both days match: what follows is made by the rewriting alone", async () => {
  await aCapture();
  expect(await closed((items) => items)).toMatchObject({
    monday: ["capture matched 9900"],
    wednesday: ["settlement matched 9666"],
  });
});

test("a payment in another currency is foreign, and its amount counts as nothing", async () => {
  const id = await aCapture();
  const { monday } = await closed((items) =>
    items.map((item) => (item.id === id && !isLine(item) ? { ...item, currency: "USD" } : item)),
  );
  expect(monday).toContain("capture foreign 0");
});

test("a settlement that the bank gave back has failed", async () => {
  await aCapture();
  const { wednesday, facts } = await closed((items) =>
    items.map((item) => (isSettlement(item) ? { ...item, status: "failed" } : item)),
  );
  expect(wednesday).toEqual(["settlement failed 9666"]);
  expect(facts).toMatchObject({ state: "open", differences: 1 });
});

test("a settlement that is not the sum of its lines does not add up", async () => {
  await aCapture();
  const { wednesday } = await closed((items) =>
    items.map((item) => (isSettlement(item) ? { ...item, amount: 9_000 } : item)),
  );
  expect(wednesday).toEqual(["settlement sum_differs 9000"]);
});

test("a line that is no payment and no refund is an adjustment, and its settlement has other contents than ours", async () => {
  await aCapture();
  const { wednesday, facts } = await closed((items) =>
    items.flatMap<Item>((item) => {
      if (isSettlement(item)) return { ...item, amount: 9_566 };
      if (!isLine(item)) return item;
      const adjustment = { ...item, entity_id: "adj_1", type: "adjustment", credit: 0, debit: 100, fee: 0, tax: 0 };
      return [item, adjustment];
    }),
  );
  expect(wednesday).toEqual(["other adjustment -100", "settlement contents_differ 9566"]);
  expect(facts).toMatchObject({ otherPaise: -100, differences: 2 });
});

test("a settled payment that stands in none of the provider's lists is an unknown line", async () => {
  const id = await aCapture();
  const { monday, wednesday } = await closed((items) => items.filter((item) => item.id !== id || isLine(item)));
  expect(monday).toEqual(["capture not_listed 0"]);
  expect(wednesday).toContain("other unknown_line 9666");
});
