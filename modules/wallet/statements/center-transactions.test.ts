import { expect, test } from "vitest";
import { system } from "#modules/kernel/actor.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, asAdmin, asCenter, asVisitor, aTicket } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { payLeadFromWallet } from "../ledger/lead-fee.ts";
import { joiningBonus } from "../ledger/top-up.ts";
import { entriesBetween, transfer } from "../ledger/transfer.ts";
import { confirmCheckout, confirmWithProvider } from "../settling/confirm-payment.ts";
import { centerTransactions } from "./center-transactions.ts";
import { statementList, transactionsList } from "./list-definitions.ts";
import { walletStatement } from "./wallet-statement.ts";

openDatabase();

const till = openTill();
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => (error instanceof DomainError ? `${error.kind} ${error.key}` : error),
  );

test("R145 a center sees every movement of its wallet and every try to pay by card, newest first", async () => {
  const center = await aCenter();
  const { id: ticketId, ticketId: number } = await aTicket();
  await joiningBonus({ centerId: center.id, amountPaise: toPaise(50000) });
  await payLeadFromWallet({ centerId: center.id, amountPaise: toPaise(4900), ticketId, cause: `${ticketId} wallet` });
  const recharge = await till.anOrder({ purpose: "recharge", centerId: center.id, rupees: 250 });
  const paid = (await till.pay(recharge.providerOrderId!))!;
  await confirmCheckout(asCenter(center), paid);
  const lead = await till.anOrder({ purpose: "lead_fee", centerId: center.id, ticketId, rupees: 49 });
  await till.pay(lead.providerOrderId!, "failure");
  await confirmWithProvider(asCenter(center), { orderId: lead.id });
  const byCard = (await till.pay(lead.providerOrderId!))!;
  await confirmCheckout(asCenter(center), byCard);

  const { rows: seen, next } = await centerTransactions(asCenter(center), { mobile: center.phone });
  expect(next).toBeNull();
  expect(seen.map(({ kind, amountPaise, status }) => [kind, amountPaise, status])).toEqual([
    ["lead_fee", -4900, "SUCCESS"],
    ["lead_fee", -4900, "FAILED"],
    ["recharge", 25000, "SUCCESS"],
    ["lead_fee", -4900, "SUCCESS"],
    ["joining_bonus", 50000, "SUCCESS"],
  ]);
  expect(seen.map((row) => row.number)).toEqual([number, number, null, number, null]);
  expect(seen[0]!.transactionId).toBe(byCard.providerPaymentId);
  expect(seen[2]!.transactionId).toBe(paid.providerPaymentId);

  const statement = await walletStatement(asCenter(center), {});
  expect(statement.rows.map(({ kind, walletRemainPaise }) => [kind, walletRemainPaise])).toEqual([
    ["recharge", 70100],
    ["lead_fee", 45100],
    ["joining_bonus", 50000],
  ]);
  expect(statement.rows.map((row) => row.number)).toEqual([null, number, null]);
  for (const list of [transactionsList, statementList]) {
    const column = list.columns.find(({ id }) => id === "request")!;
    expect(column.value({ number } as never, say)).toBe(number);
  }
});

test("H12 a foreign mobile number is denied, whoever it belongs to", async () => {
  const center = await aCenter();
  const other = await aCenter();
  await joiningBonus({ centerId: other.id, amountPaise: toPaise(50000) });
  for (const mobile of [other.phone, "9999999999"]) {
    expect(await refusal(centerTransactions(asCenter(center), { mobile }))).toBe("denied permission.denied");
    expect(await refusal(walletStatement(asCenter(center), { mobile }))).toBe("denied permission.denied");
  }
  expect((await centerTransactions(asCenter(center), {})).rows).toEqual([]);
});

test("an admin needs view_Wallet and names the center; nobody else may", async () => {
  const center = await aCenter();
  await joiningBonus({ centerId: center.id, amountPaise: toPaise(50000) });
  const allowed = asAdmin(undefined, { permissions: ["view_Wallet"] });
  expect((await centerTransactions(allowed, { mobile: center.phone })).rows).toHaveLength(1);
  expect(await refusal(centerTransactions(allowed, {}))).toBe("missing wallet.centerMissing");
  const bare = asAdmin(undefined, { permissions: ["view_ticket.full_access"] });
  for (const actor of [bare, asVisitor(center.phone)])
    expect(await refusal(centerTransactions(actor, { mobile: center.phone }))).toBe("denied permission.denied");
});

test("pages follow one another without a gap or a repeat, whatever happened in the same millisecond", async () => {
  const center = await aCenter();
  for (let made = 1; made <= 45; made++)
    await transfer({
      kind: "bonus",
      cause: `${center.id} ${made}`,
      entries: entriesBetween(toPaise(made), "bonus_expense", { centerId: center.id }),
      actor: system("test"),
    });
  for (const list of [centerTransactions, walletStatement]) {
    const ids: string[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(asCenter(center), after ? { after } : {});
      ids.push(...page.rows.map(({ id }) => id));
      after = page.next;
    } while (after);
    expect(ids).toHaveLength(45);
    expect(new Set(ids).size).toBe(45);
  }
  expect(await refusal(centerTransactions(asCenter(center), { after: "1_x" }))).toBe("invalid form.cursor");
});
