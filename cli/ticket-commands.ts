import type { Command } from "commander";
import { command } from "./declare.ts";
import { action } from "./run.ts";

/** What is done with requests by the thousand: uploaded from a file, and a whole upload taken back. */
export function ticketCommands(tickets: Command) {
  command(
    tickets,
    "upload <file>",
    "create requests of a client from a csv or xlsx file by the rules of the form; the same file twice creates nothing new",
    [
      "npm run cli -- tickets upload requests.xlsx --as operations --client CLT4K7P2Q --dry-run",
      "npm run cli -- tickets upload requests.xlsx --as operations --client CLT4K7P2Q --yes",
    ],
  )
    .requiredOption("--as <admin>", "the user name of the admin who does it; needs add_ticket")
    .option("--client <client>", "a client id such as CLT4K7P2Q; without it each row names its own")
    .option("--dry-run", "say what is wrong with which row, create nothing")
    .option("--yes", "create them; rows with errors are left out")
    .action(action(async () => (await import("./commands/tickets.ts")).upload));
  command(tickets, "undo-upload <id>", "delete all requests of an upload while nobody has accepted one of them", [
    "npm run cli -- tickets undo-upload 019a0000-0000-7000-8000-000000000000 --as operations --yes",
  ])
    .requiredOption("--as <admin>", "the user name of the admin who uploaded it")
    .option("--yes", "do it")
    .action(action(async () => (await import("./commands/tickets.ts")).undo));
  command(
    tickets,
    "upload-template",
    "write the workbook to fill in: its columns, an example and the values they take",
    ["npm run cli -- tickets upload-template --as operations --out requests.xlsx"],
  )
    .requiredOption("--as <admin>", "the user name of an admin with add_ticket")
    .requiredOption("--out <file>", "where to write it")
    .action(action(async () => (await import("./commands/tickets.ts")).template));
}
