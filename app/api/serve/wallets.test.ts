import { expect, test } from "vitest";
import { openSession, registerConsumer } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { foldChanges, reportNumbers } from "#modules/reports/index.ts";
import { adminToken } from "#modules/testing/admin-token.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAcceptedTicket, anAddress, anAdmin, aPhone, aTechnician } from "#modules/testing/factories.ts";
import { joiningBonus, walletBalance } from "#modules/wallet/index.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/* Wallets and payments by call (C072, C073, C126–C131), in the wire's spellings. */

type Row = Record<string, unknown>;
type Reply = { status: number; success: number; message: string; code?: string; data: unknown; fields?: object };

async function aDesk(permissions: Parameters<typeof anAdmin>[0] = {}) {
  const { id } = await anAdmin(permissions);
  const token = await adminToken(id);
  return async (call: string, body?: object, key?: string): Promise<Reply> => {
    const [method, path] = call.split(" ") as [string, string];
    const request = new Request(`http://localhost/api/admin/${path}`, {
      method,
      headers: {
        "access-token": token,
        authorization: `Bearer ${token}`,
        ...(body && { "content-type": "application/json" }),
        ...(key && { "idempotency-key": key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await serve({ request, params: {}, context: { address: anAddress(), requestId: "r" } })).json();
  };
}

async function aWorkshop() {
  const center = await aCenter();
  const technician = await aTechnician({ center });
  const added = {
    adminId: "somebody else",
    userType: "Technician",
    technician_id: technician.technicianId,
    paymentCategory: "Wallet Added",
    balance: 500,
    bonus: 0,
    remarks: "Paid in cash",
  };
  return { center, technician, added };
}
const listOf = ({ data }: Reply) => (data as { data: Row[] }).data;
const post = "POST add_wallet_balance_by_admin";

test("C129 a wallet is added to once per key, by the session's admin, and says so", async () => {
  const send = await aDesk();
  const { center, added } = await aWorkshop();
  const answers = [await send(post, added, "one-key-of-this"), await send(post, added, "one-key-of-this")];
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[0]).toMatchObject({
    status: 200,
    success: 1,
    message: "Wallet recharge successful.",
    data: { state: "DONE", paymentCategory: "Wallet Added", balance: 500, bonus: 0, ticket_id: null },
  });
  expect(await walletBalance(center.id)).toBe(50_000);
});

test("C129 R423 each category has its sentence; one above the limit waits", async () => {
  const send = await aDesk();
  const { center, added } = await aWorkshop();
  const { ticketId } = await anAcceptedTicket(center);
  expect((await send(post, { ...added, paymentCategory: "BONUS" })).message).toBe("Wallet recharge successful.");
  const penalty = { ...added, paymentCategory: "Penalty", balance: 10, ticket_id: ticketId };
  expect(await send(post, penalty)).toMatchObject({
    message: "Penalty initiated successfully.",
    data: { ticket_id: ticketId },
  });
  const refund = await send(post, { ...penalty, paymentCategory: "Refund" });
  expect(refund).toMatchObject({ status: 409, code: "adjust.aboveRefund" });
  const waiting = await send(post, { ...added, balance: 2_000 });
  expect(waiting).toMatchObject({ success: 1, data: { state: "WAITING" } });
  expect(waiting.message).toBe("The recharge waits for a second admin. Nothing has been moved yet.");
});

test("C129 what is missing is asked for under the wire's names; nothing moves", async () => {
  const send = await aDesk();
  const { center, added } = await aWorkshop();
  const sentence = "Please fill all required fields.";
  for (const name of ["userType", "technician_id", "paymentCategory", "balance", "remarks"])
    for (const empty of [undefined, "", null])
      expect(await send(post, { ...added, [name]: empty }), name).toMatchObject({
        status: 422,
        success: 0,
        message: sentence,
        fields: { [name]: sentence },
      });
  const consumer = { ...added, userType: "Consumer" };
  expect(await send(post, consumer)).toMatchObject({ fields: { "phone.mobile_number": sentence } });
  expect(await send(post, { ...added, paymentCategory: "Refund" })).toMatchObject({ fields: { ticket_id: sentence } });
  for (const balance of [0, -5, 10.5, "1e3", 1_000_001, {}])
    expect(await send(post, { ...added, balance })).toMatchObject({ status: 422, code: "adjust.amount" });
  expect(await walletBalance(center.id)).toBe(0);
});

test("C072 C126, R483 the movements of centers' wallets, of days and of one", async () => {
  const send = await aDesk();
  const { center, added } = await aWorkshop();
  await send(post, { ...added, bonus: 50 });
  const mine = listOf(await send(`GET wallet-transactions-byId?userId=${center.id}`));
  expect(mine.map(({ amount, wallet_remain }) => [amount, wallet_remain])).toEqual([
    [50, 550],
    [500, 500],
  ]);
  expect(mine[0]).toMatchObject({
    userId: center.id,
    center_name: center.centerName,
    center_mobile: center.phone,
    status: "SUCCESS",
    center_INA: expect.anything(),
  });
  const day = istDate();
  const today = listOf(await send(`GET wallet-transactions?start_date=${day}&end_date=${day}`));
  expect(today.filter(({ userId }) => userId === center.id)).toEqual(mine);
  expect(listOf(await send("GET wallet-transactions?start_date=2020-01-01&end_date=2020-01-02"))).toEqual([]);
  expect(await send("GET wallet-transactions-byId")).toMatchObject({ status: 422 });
  const page = (await send(`GET wallet-transactions-byId?userId=${center.id}&take=1`)).data as { next: string };
  const rest = await send(`GET wallet-transactions-byId?userId=${center.id}&take=1&after=${page.next}`);
  expect(listOf(rest)).toEqual([mine[1]]);
});

test("C073 C127 C128, R420 a customer's wallet, and what was moved by hand", async () => {
  const send = await aDesk();
  const phone = aPhone();
  const { id } = await registerConsumer(system("test"), { name: "Asha", phone });
  const bonusInput = { userType: "Consumer", phone: { country_code: "+91", mobile_number: phone }, remarks: "Sorry" };
  await send(post, { ...bonusInput, paymentCategory: "BONUS", balance: 30, bonus: 0 });
  const [line] = listOf(await send(`GET wallet-transactions-consumer-byId?userId=${id}`));
  expect(line).toMatchObject({ userId: id, consumer_name: "Asha", amount: 30, wallet_remain: 30 });
  expect(listOf(await send("GET wallet-transactions-consumer"))).toContainEqual(line);
  const day = istDate();
  const hand = async (query: string) => (await send(`GET get-wallet-transactions-by-admin?${query}`)).data as Row[];
  expect(await hand(`fromDate=${day}&toDate=${day}&userType=Consumer&category=BONUS`)).toMatchObject([
    {
      userType: "Consumer",
      phoneNumber: phone,
      technicianId: null,
      ticketId: null,
      actionType: "BONUS",
      initiatedPaymentName: expect.any(String),
      amount: 30,
      bonus: 0,
      walletBalance: 30,
      remarks: "Sorry",
      description: "Sorry",
    },
  ]);
  expect(await hand("userType=Consumer&category=Penalty")).toEqual([]);
  expect((await hand("userType=All")).length).toBeGreaterThan(0);
  expect(await send("GET get-wallet-transactions-by-admin?category=Ticket")).toMatchObject({ status: 422 });
});

test("R316 the revenue of the report is the sum of the amounts that C072 and C073 answer for the period", async () => {
  const send = await aDesk();
  const { center, added } = await aWorkshop();
  await send(post, { ...added, bonus: 50 });
  const technician = { userType: "Technician", technician_id: added.technician_id };
  const { ticketId } = await anAcceptedTicket(center);
  await send(post, {
    ...technician,
    ticket_id: ticketId,
    paymentCategory: "Penalty",
    balance: 70,
    bonus: 0,
    remarks: "Late",
  });
  const phone = aPhone();
  await registerConsumer(system("test"), { name: "Asha", phone });
  const bonusInput = { userType: "Consumer", phone: { country_code: "+91", mobile_number: phone }, remarks: "Sorry" };
  await send(post, { ...bonusInput, paymentCategory: "BONUS", balance: 30, bonus: 0 });
  await foldChanges();
  const sum = async (path: string, dates: string) => {
    let rupees = 0;
    let after = "";
    for (;;) {
      const { data, next } = (await send(`GET ${path}?${dates}&take=100${after}`)).data as {
        data: Row[];
        next?: string;
      };
      for (const { amount } of data) rupees += amount as number;
      if (!next) return fromRupees(rupees);
      after = `&after=${next}`;
    }
  };
  for (const { period, revenue } of await reportNumbers(system("test"))) {
    const { from, to } = period.exact
      ? { from: period.exact.from.toISOString(), to: period.exact.to.toISOString() }
      : period;
    const dates = `start_date=${from}&end_date=${to}`;
    expect({ period: period.name, ...revenue }).toMatchObject({
      period: period.name,
      centersPaise: await sum("wallet-transactions", dates),
      customersPaise: await sum("wallet-transactions-consumer", dates),
    });
  }
  const [today] = await reportNumbers(system("test"));
  expect(today!.revenue.customersPaise).toBeGreaterThanOrEqual(fromRupees(30));
});

test("C130 C131 payments in paise; a joining bonus is named in place of its order", async () => {
  const send = await aDesk();
  const center = await aCenter();
  await joiningBonus({ centerId: center.id, amountPaise: fromRupees(100) });
  const [bonus] = (await send("GET payment-transactions")).data as Row[];
  expect(bonus).toMatchObject({
    order_id: "Joining Bonus",
    payment_for: "joining_bonus",
    payment_status: "paid",
    receipt: null,
    sumPriceToPay: 10_000,
    ticket_obj_id: null,
  });
  expect((await send("GET payment-transactions-consumer")).data).toEqual([]);
});

test("R414 who may not see or move money is told so", async () => {
  const { added } = await aWorkshop();
  const clerk = await aDesk({ permissions: ["adjust_wallet"] });
  expect(await clerk("GET wallet-transactions")).toMatchObject({
    status: 403,
    message: "No permission , contact admin",
  });
  const reader = await aDesk({ permissions: ["view_Wallet"] });
  expect(await reader(post, added)).toMatchObject({ status: 403, message: "No permission , contact admin" });
  const masked = listOf(await reader("GET wallet-transactions"));
  expect(masked.every(({ center_mobile }) => center_mobile === "*****")).toBe(true);
});

test("a center reads what is sold to it, buys from its wallet by call, and its operator enters what was paid outside", async () => {
  const center = await aCenter();
  const other = await aCenter();
  const { token } = await openSession({ kind: "center", subjectId: center.id, via: "token", address: "127.0.0.1" });
  const call = async (method: string, body?: object): Promise<Reply> => {
    const headers = { "access-token": token, ...(body && { "content-type": "application/json" }) };
    const request = new Request("http://localhost/api/center/subscription", {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await serve({ request, params: {}, context: { address: anAddress(), requestId: "r" } })).json();
  };
  expect(await call("GET")).toMatchObject({
    data: {
      subscribed: false,
      offers: [
        { product: "annual", price: 2_999, days: 365, balance: null },
        { product: "first_instalment", price: 999, days: 120, balance: 2_000 },
      ],
    },
  });
  const annual = { product: "annual", pay_by: "wallet" };
  expect(await call("POST", annual)).toMatchObject({ status: 409, code: "wallet.short" });
  await joiningBonus({ centerId: center.id, amountPaise: fromRupees(3_000) });
  expect(await call("POST", { ...annual, amount: 1 })).toMatchObject({
    status: 409,
    code: "subscription.priceChanged",
  });
  expect(await call("POST", annual)).toMatchObject({ success: 1, data: { state: "ACTIVE", payment_response: null } });
  expect(await call("POST", annual)).toMatchObject({ status: 409, code: "subscription.notSold" });
  expect(await call("GET")).toMatchObject({ data: { subscribed: true, offers: [], last_purchase: { amount: 2_999 } } });
  const send = await aDesk();
  const entry = { center_obj_id: other.id, product: "annual", reference: "UTR 4711" };
  expect(await send("POST center-subscription", entry)).toMatchObject({ success: 1, data: { state: "WAITING" } });
  expect(await send("POST center-subscription", entry)).toMatchObject({ status: 409, code: "subscription.waiting" });
  expect(await send("POST center-subscription", { ...entry, reference: " " })).toMatchObject({ status: 422 });
  const refund = { center_obj_id: center.id, amount: 999, remarks: "Agreed" };
  expect(await send("POST refund-center-subscription", { ...refund, amount: 3_000 })).toMatchObject({
    status: 409,
    code: "subscription.aboveRefund",
  });
  expect(await send("POST refund-center-subscription", refund)).toMatchObject({
    success: 1,
    data: { state: "DONE", amount: 999, subscription: { product: "annual", state: "ACTIVE" } },
  });
  expect(await send("POST refund-center-subscription", { ...refund, amount: 2_000 })).toMatchObject({
    data: { state: "WAITING", subscription: { state: "ACTIVE" } },
  });
  expect(await call("GET")).toMatchObject({
    data: { wallet_balance: 1_000, last_refund: { product: "annual", amount: 999, to: "wallet" } },
  });
});
