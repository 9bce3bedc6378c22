import { expect, test } from "vitest";
import { registerConsumer } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { anAdmin, aPhone, asAdmin, aTicket } from "#modules/testing/factories.ts";
import { openFee } from "#modules/wallet/fees/open-fee.ts";
import { actOnWallet, returnBookingFee } from "#modules/wallet/index.ts";
import { NewWalletAction } from "#modules/wallet/shared.ts";
import { always, inTheEnd } from "./rules.ts";

openDatabase();

const ofFees = Object.entries({ ...always, ...inTheEnd }).filter(([rule]) =>
  /paid order|order paid|fee is|paid fee/.test(rule),
);

/** The rules about fees that rows break. */
async function broken() {
  const sentences: string[] = [];
  for (const [rule, query] of ofFees) if ((await rows(query)).length > 0) sentences.push(rule);
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
  await rows("update tickets set is_paid_by_public = false where id = $1", [ticket.id]);
  expect(await broken()).toEqual([]);
});
