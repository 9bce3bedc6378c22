import type { Command } from "commander";
import { action } from "./run.ts";

/** A command that moves money as a named admin, with its description and an example. */
type Moving = (name: string, description: string, example: string) => Command;

/** What goes back to a customer, and how a customer's balance leaves the house. */
export function balanceCommands(moving: Moving) {
  moving(
    "refund-fee",
    "a refund of an earned booking fee to its customer: to its source for 180 days, else to the wallet",
    "refund-fee --as finance --ticket REQ-261121-4F7K --customer 9876543210 --amount 99 --remarks 'Not done' --yes",
  )
    .requiredOption("--ticket <number>", "the request's number")
    .requiredOption("--customer <phone>", "the customer's mobile number")
    .requiredOption("--amount <rupees>", "whole rupees; the whole fee where it goes to its source")
    .requiredOption("--remarks <text>", "why")
    .option("--key <text>", "the same key does the same thing once, however often it is said")
    .action(action(async () => (await import("./commands/customer-balance.ts")).refundFee));
  moving(
    "payout",
    "enter that a customer's balance was paid out by bank; large ones wait for a second admin",
    "payout --as finance --customer 9876543210 --amount 99 --reference UTR000123456 --remarks 'Asked for it' --yes",
  )
    .requiredOption("--customer <phone>", "the customer's mobile number")
    .requiredOption("--amount <rupees>", "whole rupees")
    .requiredOption("--reference <number>", "the number the bank gave the transfer; each once")
    .requiredOption("--remarks <text>", "why")
    .option("--key <text>", "the same key does the same thing once, however often it is said")
    .action(action(async () => (await import("./commands/customer-balance.ts")).payout));
  moving(
    "waive",
    "end a balance its customer waived; large ones wait for a second admin",
    "waive --as finance --customer 9876543210 --amount 99 --remarks 'Waived on the phone' --yes",
  )
    .requiredOption("--customer <phone>", "the customer's mobile number")
    .requiredOption("--amount <rupees>", "whole rupees")
    .requiredOption("--remarks <text>", "why")
    .option("--key <text>", "the same key does the same thing once, however often it is said")
    .action(action(async () => (await import("./commands/customer-balance.ts")).waive));
}
