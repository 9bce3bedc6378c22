import { sql } from "kysely";
import { afterEach, beforeAll, expect, test } from "vitest";
import { registerConsumer } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { day, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { configure } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAcceptedTicket, anAdmin, aPhone, asAdmin, aTechnician } from "#modules/testing/factories.ts";
import { muteListeners } from "#modules/testing/hear.ts";
import { openTill } from "#modules/testing/payments.ts";
import { orderPaid } from "../events.ts";
import { earnBookingFee } from "../ledger/booking-fee.ts";
import { ledgerFaults } from "../ledger/ledger-faults.ts";
import { consumerBalance, walletBalance } from "../ledger/wallets.ts";
import { confirmCheckout } from "../settling/confirm-payment.ts";
import { actOnWallet } from "./adjust.ts";
import { approveAdjustment, refuseAdjustment, withdrawAdjustment } from "./decide.ts";
import { NewWalletAction } from "./input.ts";
import { listAdjustments } from "./reads.ts";

openDatabase();

/* What an admin does to a wallet by hand: of a technician's center, or of a customer (R418, R421, Q57). */

const till = openTill();

// The wallet alone: what a payment does to its request is tested with requests.
beforeAll(() => {
  muteListeners(orderPaid);
});

afterEach(async () => {
  resetClock();
  configure({ secondAdminAboveRupees: 2_000, penaltyCapRupees: 5_000 });
  expect(await ledgerFaults()).toEqual([]);
});

const permissions = ["adjust_wallet", "view_Wallet"] as const;
const anAdjuster = async () => asAdmin(await anAdmin({ permissions }), { permissions });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => (error instanceof DomainError ? `${error.kind} ${error.key}` : error),
  );

type ActionFields = Record<string, unknown>;
const action = (fields: ActionFields) => NewWalletAction.parse({ remarks: "Paid in cash at the office", ...fields });
const problems = (fields: ActionFields) =>
  Object.fromEntries(
    (NewWalletAction.safeParse(fields).error?.issues ?? []).map(({ path, message }) => [path.join("."), message]),
  );

async function aWorkshop() {
  const center = await aCenter();
  const technician = await aTechnician({ center });
  return { center, technician, named: { userType: "Technician", technician: technician.technicianId } };
}

async function aCustomer(phone = aPhone()) {
  const { id } = await registerConsumer(system("test"), { name: "Asha", phone });
  return { id, phone, named: { userType: "Consumer", phone } };
}

/** A customer who paid this fee for a request of theirs, which is earned where its work is done. */
async function aPaidFee({ earned }: { earned: boolean }) {
  const customer = await aCustomer();
  const ticket = await anAcceptedTicket(await aCenter(), { phone: customer.phone });
  const order = await till.anOrder({ ticketId: ticket.id });
  await confirmCheckout(system("test"), (await till.pay(order.providerOrderId!))!);
  if (earned) expect(await earnBookingFee(ticket.id)).toBe(true);
  return { ...customer, ticket };
}

const balanceLines = (owner: string) =>
  rows<{ kind: string; paise: number }>(
    sql`select t.kind, e.amount_paise::int as paise from entries e join transfers t on t.id = e.transfer_id
      join accounts a on a.id = e.account_id where coalesce(a.center_id, a.consumer_id) = ${owner} order by e.created_at, t.kind desc`,
  );

test("R421 what was paid outside is added to the wallet of the technician's center, with its bonus", async () => {
  const finance = await anAdjuster();
  const { center, technician, named } = await aWorkshop();
  const done = await actOnWallet(finance, action({ ...named, kind: "Wallet Added", amount: 500, bonus: "50" }));
  expect(done).toMatchObject({ state: "DONE", amountPaise: 50_000, bonusPaise: 5_000, ticketId: null });
  expect(await balanceLines(center.id)).toEqual([
    { kind: "wallet_added", paise: 50_000 },
    { kind: "bonus", paise: 5_000 },
  ]);
  await actOnWallet(finance, action({ ...named, technician: technician.id, kind: "BONUS", amount: 25 }));
  expect(await walletBalance(center.id)).toBe(57_500);
  const [entry] = (await historyOf("center", center.id)).filter(({ event }) => event === "walletAdded.done");
  expect(entry).toMatchObject({ actor_id: finance.adminId, data: { adjustmentId: done.id, bonusPaise: 5_000 } });
});

test("a customer's wallet begins with the first movement; a penalty may take it below zero (Q57)", async () => {
  const finance = await anAdjuster();
  const customer = await aCustomer();
  expect(await consumerBalance(customer.id)).toBe(0);
  await actOnWallet(finance, action({ ...customer.named, kind: "BONUS", amount: 10 }));
  expect(await consumerBalance(customer.id)).toBe(1_000);
  const ticket = await anAcceptedTicket(await aCenter(), { phone: customer.phone });
  const penalty = action({ ...customer.named, kind: "Penalty", amount: 30, ticket: ticket.ticketId.toLowerCase() });
  expect(await actOnWallet(finance, penalty)).toMatchObject({ state: "DONE", number: ticket.ticketId });
  expect(await consumerBalance(customer.id)).toBe(-2_000);
  expect((await historyOf("ticket", ticket.id)).map(({ event }) => event)).toContain("customer.penalty.done");
});

test("a refund goes to the customer's wallet, at most the fee that was earned, once", async () => {
  const finance = await anAdjuster();
  const { id, named, ticket } = await aPaidFee({ earned: true });
  // The provider returns nothing to its source any more.
  moveClock(181 * day);
  const refund = (amount: number) =>
    actOnWallet(finance, action({ ...named, kind: "Refund", amount, ticket: ticket.publicId }));
  expect(await refusal(refund(100))).toBe("conflict adjust.aboveRefundCustomer");
  await refund(60);
  expect(await refusal(refund(40))).toBe("conflict adjust.aboveRefundCustomer");
  await refund(39);
  expect(await consumerBalance(id)).toBe(9_900);
});

test("a fee that is still held goes back to its source only", async () => {
  const finance = await anAdjuster();
  const { id, named, ticket } = await aPaidFee({ earned: false });
  const refund = action({ ...named, kind: "Refund", amount: 1, ticket: ticket.publicId });
  expect(await refusal(actOnWallet(finance, refund))).toBe("conflict adjust.aboveRefundCustomer");
  expect(await consumerBalance(id)).toBe(0);
});

test("two refunds of one fee at once return it once", async () => {
  const { id, named, ticket } = await aPaidFee({ earned: true });
  moveClock(181 * day);
  const one = await anAdjuster();
  const two = await anAdjuster();
  const refund = action({ ...named, kind: "Refund", amount: 99, ticket: ticket.publicId });
  const tries = [one, two, one].map((by) => unitOfWork(() => refusal(actOnWallet(by, refund))));
  expect((await Promise.all(tries)).filter((problem) => problem === undefined)).toHaveLength(1);
  expect(await consumerBalance(id)).toBe(9_900);
});

test("the request must be the customer's, and the center's", async () => {
  const finance = await anAdjuster();
  const customer = await aCustomer();
  const { named } = await aWorkshop();
  const foreign = (await anAcceptedTicket(await aCenter())).ticketId;
  const penalty = { kind: "Penalty", amount: 10, ticket: foreign };
  expect(await refusal(actOnWallet(finance, action({ ...customer.named, ...penalty })))).toBe(
    "missing walletAct.notTheirs",
  );
  expect(await refusal(actOnWallet(finance, action({ ...named, ...penalty })))).toBe("missing adjust.noCenter");
});

test("who does not exist is named at its field", async () => {
  const finance = await anAdjuster();
  const customer = await aCustomer();
  const bonus = { kind: "BONUS", amount: 10 };
  const wrong = [
    { userType: "Technician", technician: "TECH-NOBODY", ...bonus },
    { userType: "Technician", technician: crypto.randomUUID(), ...bonus },
    { userType: "Consumer", phone: aPhone(), ...bonus },
    { userType: "Consumer", consumer: crypto.randomUUID(), ...bonus },
    { ...customer.named, kind: "Penalty", amount: 10, ticket: "REQ-0-NOBODY" },
  ];
  const refusals = await Promise.all(
    wrong.map((fields) => unitOfWork(() => refusal(actOnWallet(finance, action(fields))))),
  );
  expect(refusals).toEqual([
    "invalid technician.notFound",
    "invalid technician.notFound",
    "invalid walletAct.noCustomer",
    "invalid walletAct.noCustomer",
    "invalid ticket.notFound",
  ]);
});

test("R421 every required field is asked for with one sentence; a bonus goes with Wallet Added only", () => {
  const all = "walletAct.fields";
  expect(problems({})).toEqual({ userType: all, kind: all, amount: all, remarks: all });
  const whole = { userType: "Technician", technician: "T1", amount: "10", remarks: "x", kind: "Refund" };
  expect(problems(whole)).toEqual({ ticket: all });
  expect(problems({ ...whole, technician: "", ticket: "R" })).toEqual({ technician: all });
  expect(problems({ ...whole, userType: "Consumer", kind: "BONUS" })).toEqual({ phone: all });
  expect(problems({ ...whole, kind: "BONUS", bonus: "5" })).toEqual({ bonus: "walletAct.noBonus" });
  expect(problems({ ...whole, kind: "Gift" })).toEqual({ kind: "walletAct.kind" });
  for (const amount of ["1e3", "0x10", "-5", "0", "10.5", "1000001", "NaN"])
    expect(problems({ ...whole, kind: "BONUS", amount }), amount).toEqual({ amount: "adjust.amount" });
  expect(problems({ ...whole, kind: "Wallet Added", bonus: "" })).toEqual({});
});

test("H18 above the limit a second admin approves; the author never does", async () => {
  const finance = await anAdjuster();
  const second = await anAdjuster();
  const { center, named } = await aWorkshop();
  const adjustment = await actOnWallet(finance, action({ ...named, kind: "Wallet Added", amount: 1_900, bonus: 101 }));
  expect([adjustment.state, await walletBalance(center.id)]).toEqual(["WAITING", 0]);
  const { rows: waiting } = await listAdjustments(second, { shown: "waiting", kind: "Wallet Added", take: 100 });
  expect(waiting.find(({ id }) => id === adjustment.id)).toMatchObject({ ticket: null, bonusPaise: 10_100 });
  expect(await refusal(approveAdjustment(finance, { adjustmentId: adjustment.id }))).toBe("denied adjust.own");
  expect(await approveAdjustment(second, { adjustmentId: adjustment.id })).toMatchObject({ state: "DONE" });
  expect(await walletBalance(center.id)).toBe(fromRupees(2_001));
  expect(await refusal(approveAdjustment(second, { adjustmentId: adjustment.id }))).toBe("conflict adjust.decided");
});

test("what was refused or withdrawn moves nothing", async () => {
  const finance = await anAdjuster();
  const second = await anAdjuster();
  const { center, named } = await aWorkshop();
  const ask = () => actOnWallet(finance, action({ ...named, kind: "BONUS", amount: 5_000 }));
  await refuseAdjustment(second, { adjustmentId: (await ask()).id, remarks: "Not agreed" });
  await withdrawAdjustment(finance, { adjustmentId: (await ask()).id });
  expect(await walletBalance(center.id)).toBe(0);
});

test("H18 the limit is that of 24 hours: smaller amounts, other wallets and other admins do not pass by it", async () => {
  const finance = await anAdjuster();
  const colleague = await anAdjuster();
  const one = await aWorkshop();
  const two = await aWorkshop();
  const three = await aWorkshop();
  const give = async (by: typeof finance, to: typeof one, amount: number, kind = "BONUS") =>
    (await actOnWallet(by, action({ ...to.named, kind, amount }))).state;
  expect(await give(finance, one, 1_500)).toBe("DONE");
  expect(await give(finance, one, 501), "the same wallet").toBe("WAITING");
  expect(await give(finance, two, 501, "Wallet Added"), "another wallet").toBe("WAITING");
  expect(await give(colleague, one, 501), "another admin").toBe("WAITING");
  expect(await give(colleague, three, 2_000), "another admin and another wallet").toBe("DONE");
  moveClock(day + 1);
  expect(await give(finance, one, 2_000), "a day later").toBe("DONE");
});

test("H18 amounts sent at once do not pass by the limit together", async () => {
  const finance = await anAdjuster();
  const { center, named } = await aWorkshop();
  const bonus = action({ ...named, kind: "BONUS", amount: 1_200 });
  const sent = await Promise.all([1, 2, 3].map(() => unitOfWork(() => actOnWallet(finance, bonus))));
  expect(sent.map(({ state }) => state).sort()).toEqual(["DONE", "WAITING", "WAITING"]);
  expect(await walletBalance(center.id)).toBe(120_000);
});

test("who may not move money moves none, a client's admin neither", async () => {
  const { center, named } = await aWorkshop();
  const wanting = [
    asAdmin(await anAdmin({ permissions: ["view_Wallet"] }), { permissions: ["view_Wallet"] }),
    { ...asAdmin(await anAdmin({ permissions })), role: "CLIENT" as const, permissions, clientId: center.id },
    system("test"),
  ];
  for (const actor of wanting)
    expect(await refusal(actOnWallet(actor, action({ ...named, kind: "BONUS", amount: 1 })))).toMatch(/^denied/);
  expect(await row(sql`select from adjustments where center_id = ${center.id}`)).toBeUndefined();
});
