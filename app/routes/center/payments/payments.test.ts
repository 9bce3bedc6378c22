import { sql } from "kysely";
import { expect, test } from "vitest";
import { action as comesBack } from "#app/routes/hooks/payment-return.ts";
import { openSession } from "#modules/access/index.ts";
import type { Center } from "#modules/centers/center/center.entity.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAddress } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { getOrder, payable, walletBalance } from "#modules/wallet/index.ts";
import { action, loader } from "./route.tsx";
import type { PurchaseView, SubscriptionView } from "./view.server.ts";

openDatabase();

const till = openTill();

async function signedIn({ id }: Center) {
  const { token } = await openSession({ kind: "center", subjectId: id, via: "cookie", address: anAddress() });
  return `center_session=${token}`;
}
const at = (path: string, cookie: string, fields?: Record<string, string>) =>
  ({
    request: new Request(`http://localhost${path}`, {
      headers: { cookie },
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
    }),
    params: {},
    context: { requestId: "request-1", address: "10.0.0.1" },
  }) as never;
const ask = (cookie: string, fields: Record<string, string>) => action(at("/payments", cookie, fields)) as unknown;
const view = async (cookie: string, query = "") => {
  type View = {
    data: {
      balancePaise: number;
      subscription: SubscriptionView;
      purchase: Pick<PurchaseView, "state" | "checkout" | "amountPaise" | "product" | "subscribedUntil">;
    };
  };
  return ((await loader(at(`/payments${query}`, cookie))) as unknown as View).data;
};
const led = (answer: unknown) => (answer as Response).headers.get("location") ?? "";
const orderIn = (address: string) => new URL(address, "http://localhost").searchParams.get("pay")!;

test("a form to recharge makes one order, however often it is sent, and leads to its checkout", async () => {
  const center = await aCenter();
  const cookie = await signedIn(center);
  const fields = { intent: "recharge", amount: "500", once: "a-form" };
  const answers = await Promise.all([1, 2, 3].map(() => ask(cookie, fields)));
  expect(new Set(answers.map(led)).size).toBe(1);
  expect(led(answers[0])).toMatch(/^\/payments\?pay=[\w-]+$/);
  expect(await rows(sql`select amount_paise::int as paise from orders where center_id = ${center.id}`)).toEqual([
    { paise: 50_000 },
  ]);
  await ask(cookie, { ...fields, once: "another-form" });
  expect(await rows(sql`select 1 from orders where center_id = ${center.id}`)).toHaveLength(2);
});

test("an amount outside the limits makes no order and says so at its field", async () => {
  const center = await aCenter();
  const answer = (await ask(await signedIn(center), { intent: "recharge", amount: "99" })) as {
    data: { errors: object; values: object };
    init: { status: number };
  };
  expect([answer.init.status, answer.data.errors, answer.data.values]).toEqual([
    422,
    { amount: "wallet.topUpAmount" },
    { amount: "99" },
  ]);
  expect(await rows(sql`select 1 from orders where center_id = ${center.id}`)).toEqual([]);
});

test("R141 the checkout's way back leads to the wallet, which holds the money once, also when it is walked again", async () => {
  const center = await aCenter();
  const cookie = await signedIn(center);
  const orderId = orderIn(led(await ask(cookie, { intent: "recharge", amount: "750" })));
  expect((await view(cookie, `?pay=${orderId}`)).purchase).toMatchObject({ state: "open", amountPaise: 75_000 });
  await payable(orderId);
  const proof = (await till.checkout((await getOrder(orderId)).providerOrderId!))!;
  for (let time = 0; time < 2; time++) {
    const back = await comesBack(at("/payment/return", "", proof as Record<string, string>));
    expect(led(back)).toBe(`/payments?pay=${orderId}&payment=paid`);
  }
  const { purchase, balancePaise } = await view(cookie, `?pay=${orderId}&payment=failed`);
  expect([purchase.state, purchase.checkout, balancePaise]).toEqual(["paid", null, 75_000]);
  expect(led(await ask(cookie, { intent: "check", orderId }))).toBe(`/payments?pay=${orderId}&payment=paid`);
  expect(await walletBalance(center.id)).toBe(75_000);
});

test("R141 a recharge that is paid while its page is made is shown as paid, not refused", async () => {
  const cookie = await signedIn(await aCenter());
  const orderId = orderIn(led(await ask(cookie, { intent: "recharge", amount: "300" })));
  await view(cookie, `?pay=${orderId}`);
  const { providerOrderId } = await getOrder(orderId);
  const raced = await till.paidDuring(providerOrderId!, () => view(cookie, `?pay=${orderId}`).catch((led) => led));
  expect(led(raced)).toBe(`/payments?pay=${orderId}&payment=paid`);
  expect((await view(cookie, `?pay=${orderId}&payment=paid`)).purchase.state).toBe("paid");
});

test("what the address claims of a payment is not believed", async () => {
  const center = await aCenter();
  const cookie = await signedIn(center);
  const orderId = orderIn(led(await ask(cookie, { intent: "recharge", amount: "100" })));
  const { purchase, balancePaise } = await view(cookie, `?pay=${orderId}&payment=paid`);
  expect([purchase.state, balancePaise]).toEqual(["open", 0]);
  const stranger = await view(await signedIn(await aCenter()), `?pay=${orderId}&payment=paid`);
  expect(stranger.purchase).toMatchObject({ state: "over", amountPaise: 0, checkout: null });
});

test("a center whose trial ended buys the first instalment by card and its balance from the wallet, each once", async () => {
  const center = await aCenter({ createdAt: new Date("2020-01-01"), subscribeEndDate: null });
  const cookie = await signedIn(center);
  const { subscription: before } = await view(cookie);
  expect(before).toMatchObject({ state: "trialEnded", balance: null, waiting: null });
  expect(before.offers.map(({ product, pricePaise, walletPays }) => [product, pricePaise, walletPays])).toEqual([
    ["annual", 299_900, false],
    ["first_instalment", 99_900, false],
  ]);
  const byCard = { intent: "subscribe", product: "first_instalment", payBy: "card", amount: "999" };
  const leads = await Promise.all([1, 2].map(() => ask(cookie, { ...byCard, once: "a-form" })));
  expect(new Set(leads.map(led)).size).toBe(1);
  const orderId = orderIn(led(leads[0]));
  expect((await view(cookie, `?pay=${orderId}`)).purchase).toMatchObject({
    state: "open",
    product: "first_instalment",
  });
  expect((await view(cookie)).subscription.waiting).toMatchObject({ orderId });
  await payable(orderId);
  const proof = (await till.checkout((await getOrder(orderId)).providerOrderId!))!;
  const back = await comesBack(at("/payment/return", "", proof as Record<string, string>));
  expect(led(back)).toBe(`/payments?pay=${orderId}&payment=paid`);
  const paid = await view(cookie, `?pay=${orderId}`);
  expect(paid.purchase).toMatchObject({ state: "paid", checkout: null, subscribedUntil: expect.any(Date) });
  expect(paid.subscription).toMatchObject({ state: "subscribed", balance: { amountPaise: 200_000, late: false } });

  const recharge = orderIn(led(await ask(cookie, { intent: "recharge", amount: "2000" })));
  await payable(recharge);
  await till.pay((await getOrder(recharge)).providerOrderId!);
  await ask(cookie, { intent: "check", orderId: recharge });
  const byWallet = { intent: "subscribe", product: "balance", payBy: "wallet", amount: "2000", once: "another" };
  expect((await Promise.all([1, 2].map(() => ask(cookie, byWallet)))).map(led)).toEqual(["/payments", "/payments"]);
  expect(await walletBalance(center.id)).toBe(0);
  expect((await view(cookie)).subscription).toMatchObject({ state: "subscribed", balance: null, offers: [] });
});
