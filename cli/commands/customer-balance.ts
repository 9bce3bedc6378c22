import { rupees } from "#modules/kernel/money.ts";
import { actOnWallet } from "#modules/wallet/index.ts";
import { NewWalletAction } from "#modules/wallet/shared.ts";
import { type Acting, acting, tellDone } from "./wallet.ts";

type Asking = Acting & {
  customer: string;
  amount: string;
  remarks: string;
  ticket?: string;
  reference?: string;
  key?: string;
};

/** `wallet refund-fee`: an earned fee goes back to its source, or to the customer's wallet after 180 days. */
export const refundFee = (options: Asking) => actOnCustomer(options, "Refund");

/** `wallet payout`: a part of a customer's balance that was paid out by bank. */
export const payout = (options: Asking) => actOnCustomer(options, "Payout");

/** `wallet waive`: a part of a balance that its customer waived. */
export const waive = (options: Asking) => actOnCustomer(options, "Waiver");

async function actOnCustomer(options: Asking, kind: "Refund" | "Payout" | "Waiver") {
  const { customer, amount, remarks, ticket, reference } = options;
  const done = await acting(options, async (admin) => {
    const input = NewWalletAction.parse({
      userType: "Consumer",
      phone: customer,
      kind,
      amount,
      remarks,
      ticket,
      reference,
    });
    return { act: () => actOnWallet(admin, input), input };
  });
  const { state, amountPaise, id } = done.result;
  const how = state === "WAITING" ? "waits for a second admin; the amount cannot be spent meanwhile" : "processed";
  tellDone(done, options, `${kind} of ${rupees(amountPaise)}: ${how} (${id})`);
}
