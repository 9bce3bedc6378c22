import { system } from "../kernel/actor.ts";
import type { Paise } from "../kernel/money.ts";
import type { Purchase } from "./events.ts";
import { moved, transfer } from "./transfer.ts";

/** Put a paid recharge into the center's wallet; once per order. */
export const recharge = ({ orderId, centerId, amountPaise }: Purchase) => {
  if (!centerId) throw new Error(`recharge ${orderId} has no center`);
  return transfer({
    kind: "recharge",
    cause: orderId,
    entries: moved(amountPaise, "gateway", { centerId }),
    orderId,
    actor: system("payments"),
  });
};

/** Give a new center its joining bonus (paise); once per center. */
export const joiningBonus = ({ centerId, amountPaise }: { centerId: string; amountPaise: Paise }) =>
  transfer({
    kind: "joining_bonus",
    cause: centerId,
    entries: moved(amountPaise, "bonus_expense", { centerId }),
    actor: system("joining bonus"),
  });
