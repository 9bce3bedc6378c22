import { AsyncLocalStorage } from "node:async_hooks";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { Socket } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { addedSince, countEverything, scene, tokenOf } from "#app/testing/once/scene.ts";
import { scenes } from "#app/testing/once/scenes.ts";
import { type CallAnswer, make, makeAll, type Storm } from "#app/testing/processes/once.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { env, environmentWith } from "#modules/kernel/env.server.ts";
import { appUrl, openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAcceptedTicket, aPriceList } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { ledgerFaults } from "#modules/wallet/index.ts";
import { contract } from "../contract/index.ts";

openDatabase();

/*
 * R7: every call that honours a key is made a hundred times at once with one key over several processes, with another
 * body, by another caller, and with a crash in the middle. The effect is checked over the whole database: as many new
 * rows as one call without a key makes.
 */

const processes = 4;
const times = 100;
const till = openTill();
beforeAll(() => unitOfWork(() => aPriceList()));
afterEach(async () => expect(await ledgerFaults()).toEqual([]));

type Asker = { ask: (storm: Storm) => Promise<CallAnswer[]>; stop: () => Promise<unknown> };

function anotherProcess(): Asker {
  const { appSecret, paymentBaseUrl, blobDir } = env;
  const child = spawn(process.execPath, [path.join(env.root, "app/testing/processes/once.ts")], {
    env: environmentWith({
      DATABASE_URL: appUrl,
      APP_SECRET: appSecret,
      RAZORPAY_BASE_URL: paymentBaseUrl,
      BLOB_DIR: blobDir,
    }),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, "exit");
  return {
    ask: async (storm) => {
      child.stdin.write(`${JSON.stringify(storm)}\n`);
      const { value } = await lines.next();
      return value === undefined ? [] : (JSON.parse(value as string) as CallAnswer[]);
    },
    stop: async () => {
      child.stdin.end();
      return ended;
    },
  };
}

const others: Asker[] = [];
// The emulated provider must listen before the processes learn its address; a storm starts when all of them are ready.
beforeAll(async () => {
  others.push(...Array.from({ length: processes - 1 }, anotherProcess));
  await Promise.all(others.map(({ ask }) => ask({ calls: [] })));
});
afterAll(() => Promise.all(others.map(({ stop }) => stop())));

type Call = Storm["calls"][number];
const keyed = (call: Call, key: string): Call => ({ ...call, headers: { ...call.headers, "idempotency-key": key } });
/** A call with neither session nor proof: its caller cannot be told from others. */
const nameless = ({ headers, body }: Call) => !headers["access-token"] && !(body as { proof?: string })?.proof;
const callOf = (name: string) => name.split(" · ")[0]!;
const oneOf = (name: string) => scenes[name]!(till, callOf(name));

const effects = new Map<string, Promise<Record<string, number>>>();

/** How many new rows the call makes when made once, without a key; it is made once for all tests. */
function effectOf(name: string) {
  const effect = effects.get(name) ?? measuredEffect(name);
  effects.set(name, effect);
  return effect;
}

async function measuredEffect(name: string) {
  const { sent } = await oneOf(name);
  const before = await countEverything();
  const { status, body } = await make(sent);
  expect([status, JSON.parse(body).success], body).toEqual([200, 1]);
  return addedSince(before);
}

test("every call that honours a key is made here", () => {
  const honouring = Object.entries(contract).filter(([, { once }]) => once);
  expect([...new Set(Object.keys(scenes).map(callOf))].sort()).toEqual(honouring.map(([name]) => name).sort());
});

describe.each(Object.keys(scenes))("%s", (name) => {
  test(`R7 ${times} times at once with one key: one effect and ${times} equal answers`, async () => {
    const effect = await effectOf(name);
    const { sent, changed, stranger } = await oneOf(name);
    const key = randomUUID();
    const calls = Array.from({ length: times / processes }, () => keyed(sent, key));
    const before = await countEverything();
    const storm: Storm = { calls, at: Date.now() + 30 };
    const answers = (await Promise.all([...others.map(({ ask }) => ask(storm)), makeAll(storm)])).flat();
    expect(answers).toHaveLength(times);
    const different = new Set(answers.map((one) => JSON.stringify(one)));
    expect(different.size, [...different].join("\n")).toBe(1);
    expect([answers[0]!.status, JSON.parse(answers[0]!.body).success], answers[0]!.body).toEqual([200, 1]);
    expect(await addedSince(before)).toEqual(effect);

    // Later: the same answer; for another body a refusal; and for another caller what they would get without the key.
    expect(await make(keyed(sent, key))).toEqual(answers[0]);
    if (nameless(sent)) return;
    if (JSON.stringify(changed) !== JSON.stringify(sent)) {
      const refused = await make(keyed(changed, key));
      expect([refused.status, JSON.parse(refused.body).code]).toEqual([422, "error.idempotencyBody"]);
    }
    const guessed = await make(keyed(stranger, key));
    if (guessed.status !== 200) expect(await addedSince(before)).toEqual(effect);
    // A caller who may write makes something of their own.
    else expect(guessed.body).not.toBe(answers[0]!.body);
  });

  test("R7 a crash at the commit: at most one effect, and the retry gets the committed answer", async () => {
    const effect = await effectOf(name);
    for (const moment of ["before", "after"] as const) {
      const { sent } = await oneOf(name);
      const call = keyed(sent, randomUUID());
      const before = await countEverything();
      const cut = await cutAtCommit(moment, () => make(call));
      const added = await addedSince(before);
      // Success is told only of what was committed.
      if (cut.status < 500) expect([moment, added], cut.body).toEqual(["after", effect]);
      const retried = await make(call);
      expect([retried.status, JSON.parse(retried.body).success], retried.body).toEqual([200, 1]);
      expect(await addedSince(before), `cut ${moment} the commit, which left ${JSON.stringify(added)}`).toEqual(effect);
      expect(await make(call)).toEqual(retried);
    }
  });
});

/**
 * Cuts the connection at the first commit of `work`: before the server receives it, or before we receive its
 * confirmation. Commits of others (the emulated provider runs in this process) go through.
 */
async function cutAtCommit<T>(moment: "before" | "after", work: () => Promise<T>): Promise<T> {
  const client: { query(...args: unknown[]): unknown } = pg.Client.prototype;
  const { query } = client;
  const cutting = new AsyncLocalStorage<{ cut: boolean }>();
  const state = { cut: false };
  client.query = async function (...args) {
    const text = (args[0] as { text?: string })?.text ?? String(args[0]);
    if (state.cut || !cutting.getStore() || !/^\s*commit\b/i.test(text)) return query.apply(this, args);
    state.cut = true;
    if (moment === "after") await query.apply(this, args);
    (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
    throw new Error("Connection terminated unexpectedly");
  };
  try {
    return await cutting.run(state, work);
  } finally {
    client.query = query;
    expect(state.cut, "no commit was cut").toBe(true);
  }
}

describe("a process that is killed", () => {
  const money = [
    "POST center/public-ticket-booking",
    "POST center/accept-public-ticket-after-payment",
    "POST center/accepted-broadcast-request · by wallet",
    "POST center/close-ticket",
  ];
  test.each(money.flatMap((name) => (["before", "after"] as const).map((die) => [name, die] as const)))(
    "R7 at the commit of %s, just %s it: one effect after the retry",
    async (name, die) => {
      const effect = await effectOf(name);
      const { sent } = await oneOf(name);
      const call = keyed(sent, randomUUID());
      const before = await countEverything();
      const victim = anotherProcess();
      expect(await victim.ask({ calls: [call], die })).toEqual([]);
      expect(await victim.stop()).toEqual([null, "SIGKILL"]);
      const retried = await make(call);
      expect([retried.status, JSON.parse(retried.body).success], retried.body).toEqual([200, 1]);
      expect(await addedSince(before)).toEqual(effect);
    },
  );
});

test.each([
  "POST center/reject-broadCast-technician",
  "POST center/accepted-broadcast-request · by wallet",
  "POST center/accepted-broadcast-request-unpaid-ticket",
])("what is done already is answered in the same way under a new key: %s", async (name) => {
  const { sent } = await oneOf(name);
  const done = await make(keyed(sent, randomUUID()));
  expect(done.status, done.body).toBe(200);
  const before = await countEverything();
  const key = randomUUID();
  expect(await make(keyed(sent, key))).toEqual(done);
  expect(await make(keyed(sent, key))).toEqual(done);
  expect(await addedSince(before)).toEqual({});
});

/** Calls that can succeed only once by their nature: an offer, a proof, a payment, a closing, a rating. */
const unique = [
  "POST center/public-ticket-booking",
  "POST center/public-ticket-booking-withINA-pickdrop",
  "POST payment/capture-payment-broadcastTicket",
  "POST payment/capture-razorpay-payment",
  "POST center/accept-public-ticket-after-payment",
  "POST center/accepted-broadcast-request · by wallet",
  "POST center/accepted-broadcast-request",
  "POST center/accepted-broadcast-request-unpaid-ticket",
  "POST center/accept-ticket-after-payment",
  "POST center/reject-broadCast-technician",
  "POST center/assigning-ticket-technician",
  "POST center/change-ticket-technician",
  "POST center/close-ticket",
  "POST admin/close-ticket",
  "POST admin/assigning-ticket-technician",
  "PUT admin/cancelTickets/{ticketId}",
  "POST admin/change-ticket-technician",
  "POST admin/update-ticket-pincode",
  "DELETE admin/deleteTickets/{id}",
  "DELETE center/deleteTickets/{ticketId}",
  "DELETE center/deleteTechnician/{id}",
  "PUT technicianApp/setStatusRating/{ticketId}",
  "PUT center/tickets/{id}/revisit",
  "PUT center/api/tickets/rebook",
  "PUT center/tickets/{id}/outcome",
  "PUT center/tickets/{id}/still-needed",
  "POST common/submit-feedback",
];

test.each(unique)("without a key %s is done once all the same, twenty times at once", async (name) => {
  const effect = await effectOf(name);
  const { sent } = await oneOf(name);
  const before = await countEverything();
  const storm: Storm = { calls: Array.from({ length: 20 / processes }, () => sent), at: Date.now() + 30 };
  const answers = (await Promise.all([...others.map(({ ask }) => ask(storm)), makeAll(storm)])).flat();
  expect(await addedSince(before)).toEqual(effect);
  const statuses = answers.map(({ status }) => status);
  expect(statuses).toContain(200);
  // Later calls are refused as usual: no proof left, gone, already done, asked too often.
  expect(statuses.filter((status) => ![200, 403, 404, 409, 429].includes(status))).toEqual([]);
});

/** What an answer may contain beyond the texts of its request: ids, numbers, states and the checkout. */
const harmless =
  /^(_id|ticket_id|ticket_status|broadcast_status|state|createdAt|service_provided_for|vehicleId|order_id|key_id|currency)$/;
/** The registration code, which was sent only to its phone, is part of the request. */
const bySecret = ["POST centerOnboarding/register-onboarder"];

/** The words of an answer with their field names. */
const wordsOf = (value: unknown, field = ""): [string, string][] =>
  value !== null && typeof value === "object"
    ? Object.entries(value).flatMap(([name, inner]) => wordsOf(inner, Array.isArray(value) ? field : name))
    : typeof value === "string"
      ? [[field, value]]
      : [];

const open = Object.entries(contract).filter(([, { as, once, proof }]) => once && as.includes("anyone") && !proof);
const nobodys = Object.keys(scenes).filter((name) => open.some(([key]) => key === callOf(name)));

test.each(nobodys)("of a caller who proves nothing a key stands for one request to the letter: %s", async (name) => {
  const { sent, changed } = await oneOf(name);
  expect(nameless(sent)).toBe(true);
  const key = randomUUID();
  const done = await make(keyed(sent, key));
  expect(done.status, done.body).toBe(200);
  // Repeating the whole request, even from another network, returns the stored answer and reveals nothing new.
  const before = await countEverything();
  expect(await make(keyed({ ...sent, address: "192.0.2.78" }, key))).toEqual(done);
  expect(await addedSince(before)).toEqual({});
  if (!bySecret.includes(name)) {
    const sentBody = JSON.stringify(sent.body);
    const leaked = wordsOf(JSON.parse(done.body).data).filter(
      ([field, word]) => !harmless.test(field) && !sentBody.includes(word),
    );
    expect(leaked).toEqual([]);
  }
  // A caller at the same address with another body under the same key gets none of it and is not refused either.
  const neighbours = await make(keyed(changed, key));
  expect(neighbours.body).not.toBe(done.body);
  expect(JSON.parse(neighbours.body).code).not.toBe("error.idempotencyBody");
});

test("another session of the same center has keys of its own", async () => {
  const center = await aCenter();
  const { publicId } = await anAcceptedTicket(center);
  const one = await tokenOf("center", center);
  const two = await tokenOf("center", center);
  const remark = (as: { token?: string }) =>
    keyed(
      scene("POST center/add-remarks-ticket", { body: { ticket_obj_id: publicId, remarks: "Ordered" } }, { as }).sent,
      "1",
    );
  const ids = [];
  for (const call of [remark(one), remark(one), remark(two)])
    ids.push(JSON.parse((await make(call)).body).data._id as string);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

test("a proof sent as a header is its caller's: the same key, body and address without it get nothing", async () => {
  const { sent } = await oneOf("POST center/public-ticket-booking");
  const { proof, ...body } = sent.body as { proof: string };
  const unproved = keyed({ ...sent, body }, "one");
  const booked = await make({ ...unproved, headers: { ...unproved.headers, "x-otp-proof": proof } });
  expect(booked.status).toBe(200);
  const guessed = await make(unproved);
  expect([guessed.status, JSON.parse(guessed.body).code]).toEqual([401, "otp.proofMissing"]);
  const empty = await make({
    ...unproved,
    body: { ...body, proof: "" },
    headers: { ...unproved.headers, "x-otp-proof": "" },
  });
  expect([empty.status, JSON.parse(empty.body).code]).toEqual([401, "otp.proofMissing"]);
  // A phone that changed its network is still the same caller.
  const moved = { ...unproved, headers: { ...unproved.headers, "x-otp-proof": proof }, address: "192.0.2.77" };
  expect(await make(moved)).toEqual(booked);
});

test("a refusal is not kept: what was in the way may be gone, and then the same key does it", async () => {
  const center = await aCenter({ ticketAcceptLimit: 0 });
  const { sent } = await oneOf("POST center/accepted-broadcast-request-unpaid-ticket");
  const { broadcast_obj_id } = sent.body as { broadcast_obj_id: string };
  await rows(sql`update broadcasts set center_id = ${center.id} where id = ${broadcast_obj_id}`);
  const call = keyed({ ...sent, headers: { "access-token": (await tokenOf("center", center)).token! } }, "one");
  expect(JSON.parse((await make(call)).body).code).toBe("broadcast.capacity");
  await rows(sql`update centers set ticket_accept_limit = 1 where id = ${center.id}`);
  expect((await make(call)).status).toBe(200);
  expect((await make(call)).status).toBe(200);
});
