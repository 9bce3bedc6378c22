import { system } from "#modules/kernel/actor.ts";
import { record } from "#modules/kernel/db/history.ts";
import type { Paise } from "#modules/kernel/money.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import type { Purchase } from "../events.ts";
import { entriesBetween, transfer } from "./transfer.ts";

/** Credit a paid recharge to the center's wallet; once per order. */
export async function recharge({ orderId, centerId, amountPaise }: Purchase) {
  if (!centerId) throw new Error(`recharge ${orderId} has no center`);
  const actor = system("payments");
  const entries = entriesBetween(amountPaise, "gateway", { centerId });
  const { fresh } = await transfer({ kind: "recharge", cause: orderId, entries, orderId, actor });
  if (!fresh) return;
  const data = { orderId, amountPaise };
  await record(actor, { subject: "center", id: centerId, event: "wallet.recharged", data });
  await announce([`center:${centerId}`]);
}

/** Give a new center its joining bonus (paise); once per center. */
export const joiningBonus = ({ centerId, amountPaise }: { centerId: string; amountPaise: Paise }) =>
  transfer({
    kind: "joining_bonus",
    cause: centerId,
    entries: entriesBetween(amountPaise, "bonus_expense", { centerId }),
    actor: system("joining bonus"),
  });
