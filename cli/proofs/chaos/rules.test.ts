import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { registerConsumer } from "#modules/access/index.ts";
import { setSupplier } from "#modules/catalog/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { freezeClock, resetClock } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAdmin, aPhone, aService, asAdmin, aTicket } from "#modules/testing/factories.ts";
import { aClosedJob } from "#modules/testing/work.ts";
import { openFee } from "#modules/wallet/fees/open-fee.ts";
import { actOnWallet, returnBookingFee } from "#modules/wallet/index.ts";
import { NewWalletAction } from "#modules/wallet/shared.ts";
import { always, inTheEnd } from "./rules.ts";

openDatabase();
afterEach(resetClock);

const ofFees = Object.entries({ ...always, ...inTheEnd }).filter(([rule]) =>
  /paid order|order paid|fee is|paid fee/.test(rule),
);

/** The rules that rows break; those about fees where none are named. */
async function broken(rules = ofFees) {
  const sentences: string[] = [];
  for (const [rule, query] of rules) if ((await rows(sql.raw(query))).length > 0) sentences.push(rule);
  return sentences;
}

test("a fee that a balance paid as a whole breaks no rule, neither held nor given back", async () => {
  const phone = aPhone();
  const { id } = await registerConsumer(system("test"), { name: "Meera Nair", phone });
  const added = { userType: "Consumer", consumer: id, kind: "Wallet Added", amount: 99, remarks: "Refunded by hand" };
  await actOnWallet(asAdmin(await anAdmin()), NewWalletAction.parse(added));
  const ticket = await aTicket({ phone, isPaidByPublic: true });
  const order = await transaction(() =>
    openFee({ purpose: "booking_fee", ticketId: ticket.id, amountPaise: fromRupees(99), consumerId: id }),
  );
  expect(ofFees).toHaveLength(5);
  expect(await broken()).toEqual([]);
  await returnBookingFee(system("test"), { orderId: order.id, reason: "cancelled" });
  expect(await broken()).toEqual([
    "a paid fee makes a paid request, unless it was given back",
    "a captured fee is held, earned or refunded: one of them",
  ]);
  await rows(sql`update tickets set is_paid_by_public = false where id = ${ticket.id}`);
  expect(await broken()).toEqual([]);
});

test("a gap in a center's series, or a bill that is dated before the one it follows, breaks its rule", async () => {
  const ofNumbers = Object.entries(always).filter(([rule]) => /numbers/.test(rule));
  expect(ofNumbers.map(([rule]) => rule)).toEqual([
    "invoice numbers have no gap",
    "the numbers of each center's bills have no gap",
    "numbers and dates of a series have one order",
  ]);
  const service = await aService();
  await setSupplier(asAdmin(), { serviceId: service.id, supplier: "center" });
  const center = await aCenter({ services: [service] });
  const close = () => aClosedJob({ serviceId: service.id }, 500, center);
  freezeClock("2033-12-01T12:00:00+05:30");
  await close();
  await close();
  expect(await broken(ofNumbers)).toEqual([]);
  freezeClock("2033-12-01T11:59:59+05:30");
  await close();
  expect(await broken(ofNumbers)).toEqual(["numbers and dates of a series have one order"]);
  await rows(sql`update center_invoice_sequences set last = last + 1 where center_id = ${center.id}`);
  expect(await broken(ofNumbers)).toEqual(ofNumbers.slice(1).map(([rule]) => rule));
});
