import { within } from "#modules/kernel/work/events.ts";
import { type AnyJob, later } from "#modules/kernel/work/jobs.server.ts";
import { feeInBalance, walletAdjusted } from "#modules/wallet/index.ts";
import { messageJob, notAtNight } from "./message-job.ts";
import { tellBalance, tellFeeInBalance } from "./tell/tell-balance.ts";

/* The messages about a customer's balance. Nobody waits for them at night. */

const feeInBalanceJob = messageJob({
  name: "notifications.tellFeeInBalance",
  payload: feeInBalance.payload,
  run: tellFeeInBalance,
});
within(feeInBalance, (fee) => later(feeInBalanceJob, fee, notAtNight()));

const balanceJob = messageJob({
  name: "notifications.tellBalance",
  payload: walletAdjusted.payload,
  run: tellBalance,
});
within(walletAdjusted, (adjusted) => later(balanceJob, adjusted, notAtNight()));

export const balanceJobs: readonly AnyJob[] = [feeInBalanceJob, balanceJob];
