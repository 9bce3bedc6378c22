import { system } from "#modules/kernel/actor.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import {
  type Adjusted,
  actOnWallet,
  adjustWallet,
  approveAdjustment,
  lookAgain,
  objectToPenalty,
} from "#modules/wallet/index.ts";
import { NewAdjustment, NewWalletAction, ObjectToPenalty } from "#modules/wallet/shared.ts";
import { fixedId } from "../fixed-id.ts";
import { demoAdmin, demoCenter } from "./actors.ts";
import { asOf, daysAgo } from "./past.ts";
import { bookingId, bookings } from "./payments.ts";
import { customerRequest } from "./work.ts";

/** The center in Delhi, whose wallet is named by one of its technicians. */
const shop = { userType: "Technician", technician: fixedId("technician:9000000105") };
const customer = { userType: "Consumer", phone: "9000000221" };

/** What a penalty takes, in rupees, where the configuration allows so much. */
const penaltyRupees = () => Math.min(150, env.penaltyCapRupees);
/** More than one admin may add alone. */
const muchRupees = () => Math.min(1_000 + env.secondAdminAboveRupees, 1_000_000);

/**
 * What waits for a decision: a penalty the center objects to, a refund and an amount that need a second admin, and two
 * days of payments, which the worker puts beside the ledger. A bonus of the same amount leaves the center with its ₹500.
 */
export async function seedDecisions() {
  const finance = await demoAdmin("finance");
  const second = await demoAdmin("finance2");
  const done = async ({ id, state }: Adjusted) => {
    if (state === "WAITING") await approveAdjustment(second, { adjustmentId: id });
    return id;
  };
  const act = (action: object) => actOnWallet(finance, NewWalletAction.parse(action));
  const adjust = (adjustment: object) => adjustWallet(finance, NewAdjustment.parse(adjustment));

  await asOf(daysAgo(3, "17:15"), async () =>
    done(await act({ ...shop, kind: "BONUS", amount: penaltyRupees(), remarks: "Ten visits in a week" })),
  );
  const delhi = demoCenter("INA0003");
  const penalty = { ticketId: customerRequest(1), centerId: delhi.centerId, kind: "Penalty" };
  const adjustmentId = await asOf(daysAgo(2, "16:20"), async () =>
    done(await adjust({ ...penalty, amount: penaltyRupees(), remarks: "The customer waited four hours" })),
  );
  await asOf(daysAgo(1, "11:45"), () =>
    objectToPenalty(
      delhi,
      ObjectToPenalty.parse({ adjustmentId, text: "The road was closed; we called the customer at ten." }),
    ),
  );
  await asOf(daysAgo(1, "15:30"), async () =>
    done(await act({ ...customer, kind: "BONUS", amount: 100, remarks: "For the long wait on Monday" })),
  );
  await asOf(daysAgo(1, "17:40"), () =>
    withLimit(40, () =>
      adjust({
        ticketId: bookingId(bookings.nobodyHome),
        centerId: demoCenter("INA0004").centerId,
        kind: "Refund",
        amount: 49,
        remarks: "Nobody at home, and the customer takes no calls",
      }),
    ),
  );
  await asOf(daysAgo(1, "18:20"), () =>
    act({ ...shop, kind: "Wallet Added", amount: muchRupees(), remarks: "Paid in by bank transfer, receipt 4711" }),
  );
  for (const days of [4, 1]) await lookAgain(system("demo"), { day: istDate(daysAgo(days, "12:00")) });
}

/**
 * Acts where one admin may move only so many rupees alone: what a center paid for a request is less than what an admin
 * may usually refund without a second one. The limit of the moment stands in the refund's history.
 */
async function withLimit<T>(secondAdminAboveRupees: number, act: () => Promise<T>): Promise<T> {
  const usual = env.secondAdminAboveRupees;
  configure({ secondAdminAboveRupees: Math.min(usual, secondAdminAboveRupees) });
  try {
    return await act();
  } finally {
    configure({ secondAdminAboveRupees: usual });
  }
}
