import type { Command } from "commander";
import { choice, command, sayingYes, whole } from "./declare.ts";
import { action } from "./run.ts";

/** The message log, and the texts of messages and pages. */
export function messageCommands(program: Command) {
  const messages = program
    .command("messages")
    .description("what was sent to whom, and what became of it")
    .exitOverride();
  command(
    messages,
    "list",
    "the message log, newest first; recipients are masked",
    [
      "npm run cli -- messages",
      "npm run cli -- messages --to 9876543210 --since 2h",
      "gharseva messages --state given_up --json",
    ],
    true,
  )
    .option("--to <phone>", "messages to this phone only")
    .addOption(
      choice("--state <state>", "messages in this state only", [
        "queued",
        "sent",
        "delivered",
        "failed",
        "given_up",
        "withheld",
      ]),
    )
    .option("--since <time>", "a time ago (15m, 2h, 3d) or a date")
    .option("--take <n>", "how many, 500 at most", whole, 50)
    .action(action(async () => (await import("./commands/messages.ts")).list));
  sayingYes(
    command(messages, "retry <id>", "send a message again that failed, was given up or was withheld", [
      "npm run cli -- messages retry 019e… --yes",
    ]),
  ).action(action(async () => (await import("./commands/messages.ts")).retry));
  command(messages, "templates", "the SMS texts to register on the DLT portal", [
    "gharseva messages templates",
    "gharseva messages templates --json > dlt-register.json",
  ]).action(action(async () => (await import("./commands/messages.ts")).templates));
  command(messages, "languages", "the languages of the product, and what is not translated yet and said in English", [
    "npm run cli -- messages languages",
    "gharseva messages languages --json",
  ]).action(action(async () => (await import("./commands/messages.ts")).languages));
}
