import { centerNamed } from "#modules/centers/index.ts";
import { istDate, istTime } from "#modules/kernel/clock.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { rupees } from "#modules/kernel/money.ts";
import { say } from "#modules/messages/index.ts";
import { needMay, reconcileOrders, walletBalance, walletTransactionsList } from "#modules/wallet/index.ts";
import { Failed, show } from "../../run.ts";
import { table } from "../../table.ts";
import { centerName } from "../centers.ts";
import { audited, needTake, type Operating, reading } from "./operator.ts";

/** `wallet statement <center>`: each movement of a center's wallet with the balance after it, newest first. */
export async function statement(options: Operating & { from?: string; to?: string; take: number }, which: string) {
  const { from, to, take } = options;
  needTake(take);
  const { center, balancePaise, rows } = await reading(options, async (actor) => {
    needMay(actor, "seeWallets");
    const match = await centerNamed(centerName(which));
    const filter = walletTransactionsList.filter.parse({ wallets: "center", owner: match.id, from, to });
    const page = await walletTransactionsList.page(actor, { ...filter, take });
    return { center: match, balancePaise: await walletBalance(match.id), rows: page.rows };
  });
  const listed = table(
    ["at", "amount", "balance", "for", "request", "transaction"],
    rows.map(({ date, amountPaise, walletRemainPaise, kind, number, transactionId }) => [
      `${istDate(date)} ${istTime(date)}`,
      rupees(amountPaise),
      rupees(walletRemainPaise),
      say(`transfer.${kind}`),
      number ?? "",
      transactionId,
    ]),
    options,
  );
  const words = `${center.centerName}: ${rupees(balancePaise)} now`;
  const transactions = rows.map(({ name: _name, phone: _phone, ...row }) => row);
  show(
    { centerId: center.id, centerName: center.centerName, balancePaise, rows: transactions },
    rows.length > 0 ? `${words}\n${listed}` : `${words}\nNothing moved.`,
    options,
  );
}

/**
 * `wallet reconcile`: asks the provider now about the orders that are open or were closed unpaid, as the worker does each
 * minute; what was paid is booked. The exit code says whether orders are left without an answer.
 */
export async function reconcile(options: Operating) {
  const { asked, waiting } = await reading(options, async (actor) => {
    needMay(actor, "seeWallets");
    const result = await reconcileOrders();
    await transaction(() => audited(actor, "wallet reconcile", result));
    return result;
  });
  const left = waiting === 0 ? "nothing waits" : `${waiting} wait for an answer: the log says why`;
  show({ asked, waiting }, `${asked} orders were answered about; ${left}`, options);
  if (waiting > 0) throw new Failed();
}
