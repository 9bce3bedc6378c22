import { existsSync, readFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import path from "node:path";
import { Command, CommanderError, Option } from "commander";
import { adminCommands } from "./admin-commands.ts";
import { balanceCommands } from "./balance-commands.ts";
import { centerCommands } from "./center-commands.ts";
import { clientCommands } from "./client-commands.ts";
import { completion } from "./completion.ts";
import {
  asOperator,
  atLeastOne,
  choice,
  choiceArgument,
  command,
  exampleText,
  exemplify,
  markingRequired,
  needYes,
  sayingYes,
  whole,
  withGlobals,
} from "./declare.ts";
import { deskCommands } from "./desk-commands.ts";
import { importCommands } from "./import-commands.ts";
import { installationCommands } from "./installation-commands.ts";
import { messageCommands } from "./message-commands.ts";
import { action, endsWithItsReader, exitCodes } from "./run.ts";
import { caseCommands, ticketCommands } from "./ticket-commands.ts";

/*
 * The command line. This file only declares the commands: a command's code and its dependencies are loaded when it
 * runs, so that help and usage errors appear at once.
 */

// Beside the packages, where nobody else may write; without leave to write there is no cache, and all else is the same.
enableCompileCache(path.join(import.meta.dirname, "../node_modules/.cache/compiled"));

/** Every command; a test reads them. */
export const program = new Command("gharseva");

const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, "../package.json"), "utf8"));
const wantsJson = process.argv.includes("--json");

withGlobals(program)
  .description("The product from the command line")
  .version(version, "-V, --version", "print the version")
  .configureOutput({
    outputError: (message, write) =>
      write(wantsJson ? `${JSON.stringify({ error: { kind: "usage", message: message.trim() } })}\n` : message),
  })
  .exitOverride()
  .configureHelp(markingRequired)
  .showSuggestionAfterError()
  .addHelpText(
    "before",
    exampleText([
      "npm run demo                                    the whole product with demo data",
      "npm run cli -- migrate status                   what has run, what waits",
      "npm run cli -- admin create --username asha --name 'Asha Rao'",
      "npm run cli -- doctor                           what is wrong, and what to do",
    ]),
  )
  .addHelpText(
    "after",
    "\nExit codes: 0 ok, 1 failure, 2 usage, 3 not found, 4 no permission, 5 conflict, 78 bad configuration, 130 Ctrl-C, 141 broken pipe",
  );

command(program, "demo", "database, demo data, build, web and worker in one go; Ctrl-C stops all", [
  "npm run demo",
  "PORT=3005 npm run demo",
  "DATABASE_URL=postgresql://me:secret@127.0.0.1/gharseva npm run demo",
  "npm run dev                                       the same with Vite's development server",
])
  .option("--dev", "rebuild in memory while you edit")
  .option("--fresh-build", "build even if the last build is newer than the sources")
  .action(action(async () => (await import("./commands/demo.ts")).demo));

command(program, "serve", "bring the database up to date and answer requests", [
  "npm start",
  "PORT=8080 HOST=0.0.0.0 npm start",
]).action(action(async () => (await import("./commands/serve.ts")).serve));

command(program, "worker", "bring the database up to date and work the job queues", ["npm run worker"]).action(
  action(async () => (await import("./commands/worker.ts")).worker),
);

const migrate = program.command("migrate").description("the database's schema").exitOverride();
command(migrate, "up", "run every migration that waits", ["npm run cli -- migrate up"]).action(
  action(async () => (await import("./commands/migrate.ts")).up),
);
needYes(
  command(migrate, "down", "take back the newest migrations", ["npm run cli -- migrate down --steps 1 --yes"])
    .option("--steps <n>", "how many, 1 or more", atLeastOne, 1)
    .option("--dry-run", "only say which")
    .option("--yes", "do not ask (outside production)")
    .option("--database <name>", "the database's name, which production wants to hear instead of --yes"),
  "required without a terminal, or --dry-run",
).action(action(async () => (await import("./commands/migrate.ts")).down));
command(migrate, "status", "what has run and what waits", ["gharseva migrate status --json"]).action(
  action(async () => (await import("./commands/migrate.ts")).show),
);

adminCommands(program.command("admin").description("people who sign in at /admin-login").exitOverride());

const qr = program.command("qr").description("printed codes that lead to a booking").exitOverride();
command(qr, "poster <qrId>", "the poster of a center's or a dealer's code as a PDF of one page", [
  "npm run cli -- qr poster DLR0001 --size A4 --out poster.pdf",
  "gharseva qr poster INA0001 --size A5 --out - > poster.pdf",
])
  .addOption(choice("--size <size>", "the paper", ["A4", "A5"]).default("A4"))
  .option("--out <file>", "where to write it; - is stdout (default: <qrId>-<size>.pdf)")
  .option("--dry-run", "check everything, write nothing")
  .option("--yes", "write over a file that is there")
  .action(action(async () => (await import("./commands/qr.ts")).poster));

centerCommands(program.command("centers").description("partner centers, and who of them is verified").exitOverride());

const clients = program.command("clients").description("B2B clients").exitOverride();
command(
  clients,
  "list",
  "clients, newest first; papers and phones are masked",
  ["npm run cli -- clients list", "gharseva clients list --search voltas --json"],
  true,
)
  .option("--search <text>", "a part of the name, client id, product, contact person or city")
  .option("--take <n>", "how many, 500 at most", whole, 50)
  .action(action(async () => (await import("./commands/clients.ts")).list));

clientCommands(clients);

const consumers = program.command("consumers").description("customers").exitOverride();
command(
  consumers,
  "list",
  "customers, who registered last first, as the named admin sees them",
  ["npm run cli -- consumers list --as superadmin --search asha"],
  true,
)
  .requiredOption("--as <admin>", "the user name of an admin who holds view_Wallet")
  .option("--search <text>", "words of the name; a SUPER_ADMIN finds a phone, too")
  .option("--take <n>", "how many, 500 at most", whole, 50)
  .action(action(async () => (await import("./commands/consumers.ts")).list));
needYes(
  command(
    program,
    "erase <phone>",
    "erase whoever has a phone: at once nobody reads them, within 24 hours nothing is stored; ledger and invoice numbers stay",
    [
      "npm run cli -- erase 9876543210 --as superadmin --dry-run",
      "npm run cli -- erase 9876543210 --as superadmin --yes",
    ],
  )
    .requiredOption("--as <admin>", "the user name of a SUPER_ADMIN")
    .option("--words", "also a number that stands only in the words of others' requests and remarks")
    .option("--dry-run", "say what stands in the way, erase nothing")
    .option("--yes", "do it"),
).action(action(async () => (await import("./commands/consumers.ts")).erase));
command(
  program,
  "export-person <phone>",
  "write a file with all that is held of whoever has a phone: pages to read, the data, pictures and invoices",
  ["npm run cli -- export-person 9876543210 --as superadmin --out consumer.zip"],
)
  .requiredOption("--as <admin>", "the user name of a SUPER_ADMIN")
  .requiredOption("--out <file>", "where to write it, a ZIP")
  .addOption(
    choice("--reason <reason>", "who asks: the person, an authority, or for a dispute", [
      "asked",
      "authority",
      "dispute",
    ]).default("asked"),
  )
  .option("--dry-run", "check everything, write nothing and tell nobody")
  .option("--yes", "write over a file that is there")
  .action(action(async () => (await import("./commands/consumers.ts")).exportData));

caseCommands(program.command("cases").description("disputes about closed requests").exitOverride());
ticketCommands(program.command("tickets").description("requests of customers").exitOverride());

const wallet = program
  .command("wallet")
  .description("refunds to centers and penalties, by the rules of the screen")
  .exitOverride();
const moving = (name: string, description: string, example: string) =>
  sayingYes(
    command(wallet, name, description, [`npm run cli -- wallet ${example}`]).requiredOption(
      "--as <admin>",
      "the user name of the admin who does it; needs adjust_wallet",
    ),
  );
moving(
  "adjust",
  "a refund to a center for a request, or a penalty; large ones wait for a second admin",
  "adjust --as finance --ticket REQ-261121-4F7K --center INA0001 --type Refund --amount 49 --remarks 'Wrong address' --yes",
)
  .requiredOption("--ticket <number>", "the request's number")
  .requiredOption("--center <center>", "a phone, a QR id such as INA0001 or an id")
  .addOption(choice("--type <type>", "what it is", ["Refund", "Penalty"]).makeOptionMandatory())
  .requiredOption("--amount <rupees>", "whole rupees")
  .requiredOption("--remarks <text>", "why; the center reads it")
  .option("--key <text>", "the same key does the same thing once, however often it is said")
  .action(action(async () => (await import("./commands/wallet.ts")).adjust));
balanceCommands(moving);
moving("approve <id>", "approve another admin's refund or penalty", "approve 019e… --as superadmin --yes").action(
  action(async () => (await import("./commands/wallet.ts")).approve),
);
moving(
  "refuse <id>",
  "refuse another admin's refund or penalty",
  "refuse 019e… --as superadmin --remarks 'Paid twice' --yes",
)
  .requiredOption("--remarks <text>", "why")
  .action(action(async () => (await import("./commands/wallet.ts")).refuse));
moving("withdraw <id>", "take one's own back while it waits", "withdraw 019e… --as finance --yes").action(
  action(async () => (await import("./commands/wallet.ts")).withdraw),
);
moving(
  "settle <id>",
  "decide on a center's objection to a penalty",
  "settle 019e… --as finance2 --verdict RETURNED --remarks 'You were there' --yes",
)
  .addOption(
    choice("--verdict <verdict>", "the penalty stands, or goes back", ["UPHELD", "RETURNED"]).makeOptionMandatory(),
  )
  .requiredOption("--remarks <text>", "what the center is told")
  .action(action(async () => (await import("./commands/wallet.ts")).settle));
command(wallet, "close <day>", "ask the provider about a day in India and put it beside the ledger; moves no money", [
  "npm run cli -- wallet close 2026-11-22 --as finance",
  "gharseva wallet close 2026-11-22 --as finance --json",
])
  .requiredOption("--as <admin>", "the user name of an admin who holds view_Wallet")
  .action(action(async () => (await import("./commands/wallet-close.ts")).close));
command(wallet, "list", "refunds and penalties, newest first: those that wait for a decision, or --all", [
  "npm run cli -- wallet list --as finance",
  "gharseva wallet list --as finance --all --json",
])
  .requiredOption("--as <admin>", "the user name of an admin who holds adjust_wallet")
  .option("--all", "also those that are decided")
  .option("--take <n>", "how many, 500 at most", whole, 50)
  .action(action(async () => (await import("./commands/wallet.ts")).list));

asOperator(
  command(wallet, "statement <center>", "each movement of a center's wallet with the balance after it, newest first", [
    "npm run cli -- wallet statement INA0001",
    "gharseva wallet statement 9876543210 --as finance --from 2026-11-01 --to 2026-11-30 --json",
  ]),
  "an admin with view_Wallet",
)
  .option("--from <date>", "from this day on")
  .option("--to <date>", "up to the end of this day")
  .option("--take <n>", "how many, 500 at most", whole, 50)
  .action(action(async () => (await import("./commands/desk/wallets.ts")).statement));
asOperator(
  command(wallet, "reconcile", "ask the provider about open orders now, as the worker does each minute", [
    "npm run cli -- wallet reconcile",
    "gharseva wallet reconcile --as finance --json",
  ]),
  "an admin with view_Wallet",
).action(action(async () => (await import("./commands/desk/wallets.ts")).reconcile));

messageCommands(program);

importCommands(program);

deskCommands(program);

const keys = program.command("keys").description("the secret everything is sealed and signed with").exitOverride();
command(keys, "status", "which secrets are known, and what is not sealed with the current one yet", [
  "npm run cli -- keys status",
  "gharseva keys status --json",
]).action(action(async () => (await import("./commands/keys.ts")).status));
command(keys, "rotate", "a new secret; everything stays readable and is sealed anew by the worker", [
  "npm run cli -- keys rotate",
]).action(action(async () => (await import("./commands/keys.ts")).rotate));
needYes(
  command(keys, "drop", "forgets the retired secrets that lie with the data, once nothing needs them", [
    "npm run cli -- keys drop --yes",
  ]).option("--yes", "do it"),
  "required",
).action(action(async () => (await import("./commands/keys.ts")).drop));

command(
  program,
  "setup [file]",
  "services, vehicles, prices, roles and centers from a plan, and what a first booking still needs",
  [
    "npm run cli -- setup                             asks for what is missing",
    "npm run cli -- setup plan.json --dry-run",
    "npm run cli -- setup plan.json",
  ],
)
  .option("--dry-run", "only check the plan and say what it holds")
  .action(action(async () => (await import("./commands/setup.ts")).setup));

installationCommands(program);

// Commands implemented in a file of their own.
const here = (file: string) => path.join(import.meta.dirname, file);
if (existsSync(here("commands/seed.ts")))
  command(program, "seed", "streams a deterministic data set into a sandbox's database; one seed once", [
    "npm run cli -- seed --size 1000000",
    "npm run cli -- seed --resume",
  ])
    .option("--size <n>", "how many tickets", whole, 10_000)
    .option("--seed <n>", "another seed, another data set", whole, 1)
    .option("--resume", "go on with this seed where it was interrupted, in the size it began with")
    .option("--dry-run", "only say what would be written")
    // It only adds and never asks; the flag is accepted for scripts that always pass it.
    .addOption(new Option("--yes").hideHelp())
    .action(action(async () => (await import(here("commands/seed.ts"))).seed));
program.addCommand(
  withGlobals(new Command("prepare"))
    .description("migrates, and seeds the demo data when asked; the launcher's own step")
    .addOption(new Option("--demo"))
    .action(action(async () => (await import("./commands/prepare.ts")).prepare)),
  { hidden: true },
);

command(program, "completion", "what makes the shell complete commands and options", [
  "gharseva completion bash >> ~/.bashrc",
  "gharseva completion zsh >> ~/.zshrc",
])
  .addArgument(choiceArgument("<shell>", "which shell", ["bash", "zsh"]))
  .action(
    action(
      async () => async (_options: object, shell: string) =>
        void process.stdout.write(completion(program, shell === "zsh" ? "zsh" : "bash")),
    ),
  );

exemplify(program);
for (const each of program.commands) {
  each.exitOverride();
  if (!wantsJson) each.showHelpAfterError("(--help shows how)");
}

if (import.meta.main) {
  endsWithItsReader();
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version are not errors; everything else commander refuses is a usage error.
    process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  }
}
