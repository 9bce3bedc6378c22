import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { registerConsumer } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { day, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { anAdmin, aPhone, asAdmin, aTicket } from "#modules/testing/factories.ts";
import { muteListeners } from "#modules/testing/hear.ts";
import { openTill } from "#modules/testing/payments.ts";
import { actOnWallet, openFee, orderPaid, payable, returnBookingFee } from "#modules/wallet/index.ts";
import { confirmCheckout } from "#modules/wallet/settling/confirm-payment.ts";
import { NewWalletAction } from "#modules/wallet/shared.ts";
import { judge } from "./rules.ts";

openDatabase();

const till = openTill();
beforeAll(() => {
  muteListeners(orderPaid);
});

/** A request whose fee of 99 rupees a balance pays in part, the card the rest. */
async function aPaidFee(fromBalance: number) {
  const phone = aPhone();
  const { id } = await registerConsumer(system("test"), { name: "Meera Nair", phone });
  const added = { userType: "Consumer", consumer: id, kind: "Wallet Added", amount: fromBalance, remarks: "By hand" };
  if (fromBalance > 0) await actOnWallet(asAdmin(await anAdmin()), NewWalletAction.parse(added));
  const ticket = await aTicket({ phone, isPaidByPublic: true, broadcastStatus: "broadcasted" });
  const fee = { purpose: "booking_fee", ticketId: ticket.id, amountPaise: fromRupees(99), consumerId: id } as const;
  const order = await transaction(() => openFee(fee));
  if (order.amountPaise > 0)
    await confirmCheckout(system("test"), (await till.pay((await payable(order.id)).order_id))!);
  return { ticketId: ticket.id, orderId: order.id };
}

const broken = async () => (await judge({ settled: false })).broken.map(({ rule }) => rule);

test.each([99, 30, 0])(
  "a fee of which a balance paid %i rupees breaks no rule: paid, given back, and given back after 180 days",
  async (fromBalance) => {
    for (const days of [0, 181]) {
      const { ticketId, orderId } = await aPaidFee(fromBalance);
      expect(await broken()).toEqual([]);
      moveClock(days * day);
      await returnBookingFee(system("test"), { orderId, reason: "cancelled" });
      expect(await broken()).toContain("a ticket is paid if and only if its order is, until the fee goes back");
      await rows(sql`update tickets set is_paid_by_public = false where id = ${ticketId}`);
      expect(await broken()).toEqual([]);
      resetClock();
    }
  },
);

test("what an unpaid order holds of a balance breaks no rule", async () => {
  const phone = aPhone();
  const { id } = await registerConsumer(system("test"), { name: "Meera Nair", phone });
  const added = { userType: "Consumer", consumer: id, kind: "Wallet Added", amount: 30, remarks: "By hand" };
  await actOnWallet(asAdmin(await anAdmin()), NewWalletAction.parse(added));
  const ticket = await aTicket({ phone });
  const fee = { purpose: "booking_fee", ticketId: ticket.id, amountPaise: fromRupees(99), consumerId: id } as const;
  expect((await transaction(() => openFee(fee))).amountPaise).toBe(6_900);
  expect(await broken()).toEqual([]);
});
