import type { Command } from "commander";
import { serviceSuppliers } from "#modules/catalog/labels.ts";
import { feePaperKinds, feeProducts } from "#modules/tickets/labels.ts";
import { asOperator, choice, command, needOneOf, needWith, sayingYes, whole } from "./declare.ts";
import { action } from "./run.ts";

/** What operators look up and do beside centers and requests: jobs, notifications, users and roles. */
export function deskCommands(program: Command) {
  jobCommands(program.command("jobs").description("the work that waits for the worker").exitOverride());
  notificationCommands(
    program.command("notifications").description("notifications to customers, technicians and centers").exitOverride(),
  );
  peopleCommands(program);
  paperCommands(
    program
      .command("papers")
      .description("bills of visits, and invoices and credit notes of what the operator sold")
      .exitOverride(),
  );
  reportCommands(program.command("reports").description("requests of some days, counted or as files").exitOverride());
}

function paperCommands(papers: Command) {
  asOperator(
    command(
      papers,
      "list",
      "the invoices of lead fees, subscriptions and booking fees, and their credit notes, newest first",
      [
        "npm run cli -- papers list",
        "gharseva papers list --as finance --kind credit_note --from 2026-11-01 --to 2026-11-30 --json",
      ],
    ),
    "an admin with view_Wallet",
  )
    .addOption(choice("--kind <kind>", "invoices or credit notes alone", feePaperKinds))
    .addOption(choice("--product <product>", "for this alone", feeProducts))
    .option("--from <date>", "issued from this day on (India)")
    .option("--to <date>", "up to the end of this day")
    .option("--take <n>", "how many, 500 at most", whole, 50)
    .action(action(async () => (await import("./commands/desk/fee-papers.ts")).list));
  billCommand(papers);
}

function billCommand(papers: Command) {
  asOperator(
    command(papers, "bills", "the bills of visits, newest first, with the sums of all of them", [
      "npm run cli -- papers bills --year 26-27",
      "gharseva papers bills --as finance --supplier center --number C12/ --json",
    ]),
    "an admin with view_Wallet",
  )
    .option("--year <year>", "of a financial year, 26-27")
    .addOption(choice("--supplier <supplier>", "of work that is supplied by them alone", serviceSuppliers))
    .option("--center <id>", "of a center's own series")
    .option("--number <number>", "a number or its beginning; C12/ is a center's series")
    .option("--from <date>", "issued from this day on (India)")
    .option("--to <date>", "up to the end of this day")
    .option("--take <n>", "how many, 500 at most", whole, 50)
    .action(action(async () => (await import("./commands/desk/visit-bills.ts")).bills));
}

function reportCommands(reports: Command) {
  reportFile(reports, "tickets", "one row per request of some days with all that is known of it, as a file");
  reportFile(reports, "revenue", "one row per request of some days with its money, as a file");
  asOperator(
    command(
      reports,
      "insights",
      "what became of the requests of some days: how many, how far, how fast, where, money",
      [
        "npm run cli -- reports insights",
        "npm run cli -- reports insights --from 2026-11-01 --to 2026-11-30 --out november.xlsx",
      ],
    ),
    "an admin with view_dashboard_full_access",
  )
    .option("--from <date>", "requests made from this day on (India); by default 30 days")
    .option("--to <date>", "up to the end of this day; by default today")
    .option("--out <file>", "write a .csv, .xlsx or .json instead of telling it")
    .option("--yes", "write over a file that is there")
    .action(action(async () => (await import("./commands/desk/insights.ts")).insights));
}

/** The files of the report page. */
function reportFile(reports: Command, name: "tickets" | "revenue", description: string) {
  asOperator(
    command(reports, name, description, [
      `npm run cli -- reports ${name} --from 2026-11-01 --to 2026-11-30 --out november.xlsx`,
      `gharseva reports ${name} --as superadmin --client CLT4K7P2Q > ${name}.csv`,
    ]),
    "an admin with view_dashboard_full_access",
  )
    .option("--from <date>", "requests made from this day on (India); by default 30 days")
    .option("--to <date>", "up to the end of this day; by default today")
    .option("--client <client>", "of this client alone, by its id such as CLT4K7P2Q")
    .option("--out <file>", "write a .csv or .xlsx; without it, or with -, the csv goes to stdout")
    .option("--yes", "write over a file that is there")
    .action(action(async () => (await import("./commands/desk/report-files.ts"))[name]));
}

function jobCommands(jobs: Command) {
  const load = () => import("./commands/desk/jobs.ts");
  const chief = "a SUPER_ADMIN";
  asOperator(
    command(
      jobs,
      "list",
      "jobs that are not done, newest first; what they are about is not told",
      ["npm run cli -- jobs", "gharseva jobs list --state failed --json"],
      true,
    ),
    chief,
  )
    .addOption(
      choice("--state <state>", "jobs in this state only", [
        "created",
        "retry",
        "active",
        "completed",
        "cancelled",
        "failed",
      ]),
    )
    .option("--queue <name>", "jobs of this queue only, such as wallet.sendRefund")
    .option("--take <n>", "how many, 500 at most", whole, 50)
    .action(action(async () => (await load()).list));
  needOneOf(
    sayingYes(
      asOperator(
        command(jobs, "retry [id]", "run a failed job again, or all that failed in a queue", [
          "npm run cli -- jobs retry 019e… --yes",
          "npm run cli -- jobs retry --queue tickets.renderInvoice --yes",
        ]),
        chief,
      ).option("--queue <name>", "all that failed in this queue, 500 at most"),
    ),
    "[id]",
    "--queue",
  ).action(action(async () => (await load()).retry));
  asOperator(
    command(jobs, "schedules", "what the clock starts: the last run, its result, and the next", [
      "npm run cli -- jobs schedules",
      "gharseva jobs schedules --json",
    ]),
    chief,
  ).action(action(async () => (await load()).schedules));
  sayingYes(
    asOperator(
      command(jobs, "run <schedule>", "run a schedule of the clock now, whenever it is due; the worker does it", [
        "npm run cli -- jobs run reports.check --yes",
      ]),
      chief,
    ),
  ).action(action(async () => (await load()).run));
}

function notificationCommands(notifications: Command) {
  const load = () => import("./commands/desk/notifications.ts");
  const keeper = "an admin with view_admin_bar";
  asOperator(
    command(
      notifications,
      "list",
      "what may be sent, newest first",
      ["npm run cli -- notifications", "gharseva notifications list --search Diwali --json"],
      true,
    ),
    keeper,
  )
    .option("--search <text>", "a part of the title or the text")
    .option("--take <n>", "how many, 500 at most", whole, 50)
    .action(action(async () => (await load()).list));
  asOperator(
    command(notifications, "sends", "what was sent, to how many, and how far it is", [
      "npm run cli -- notifications sends",
    ]),
    keeper,
  )
    .option("--take <n>", "how many, 500 at most", whole, 50)
    .action(action(async () => (await load()).sends));
  const sending = sayingYes(
    command(notifications, "send <id>", "send a notification to its audience; --dry-run counts who would receive it", [
      "npm run cli -- notifications send 019e… --as superadmin --service ALL --state Karnataka --dry-run",
      "npm run cli -- notifications send 019e… --as superadmin --phone 9876543210 --yes",
    ])
      .requiredOption("--as <admin>", "the user name of the admin who sends it; needs view_admin_bar")
      .option("--service <id>", "of a service by its id, or ALL")
      .option("--state <name>", "of a state, or ALL")
      .option("--phone <number>", "the one person, where it is for an individual")
      .addOption(choice("--night <when>", "between 21:00 and 09:00", ["morning", "now"])),
  );
  needOneOf(sending, "--service", "--phone");
  needWith(sending, "--state", "--service").action(action(async () => (await load()).send));
  sayingYes(
    asOperator(
      command(notifications, "stop <id>", "stop a sending: who was not pushed to by now is not", [
        "npm run cli -- notifications stop 019e… --yes",
      ]),
      keeper,
    ),
  ).action(action(async () => (await load()).stop));
}

function peopleCommands(program: Command) {
  const load = () => import("./commands/desk/people.ts");
  const users = program.command("users").description("who signs in at /admin-login").exitOverride();
  asOperator(
    command(
      users,
      "list",
      "users, newest first; phones are masked",
      ["npm run cli -- users", "gharseva users list --status IN_ACTIVE --json"],
      true,
    ),
    "an admin with view_admin_bar",
  )
    .option("--search <text>", "a part of the user name")
    .addOption(choice("--status <status>", "only these", ["ACTIVE", "IN_ACTIVE"]))
    .option("--take <n>", "how many, 500 at most", whole, 50)
    .action(action(async () => (await load()).users));
  asOperator(
    command(users, "show <username>", "one user with what they may do", ["npm run cli -- users show finance"]),
    "an admin with view_admin_bar",
  ).action(action(async () => (await load()).showUser));
  for (const [name, description] of [
    ["enable", "let a user sign in again"],
    ["disable", "sign a user out, who cannot sign in until enabled again"],
  ] as const)
    sayingYes(
      asOperator(
        command(users, `${name} <username>`, description, [`npm run cli -- users ${name} finance --yes`]),
        "an admin with inactive_active",
      ),
    ).action(action(async () => (await load())[`${name}User`]));
  const roles = program.command("roles").description("what users may do").exitOverride();
  asOperator(
    command(
      roles,
      "list",
      "roles, newest first, and how many users have each",
      ["npm run cli -- roles", "gharseva roles list --search desk --json"],
      true,
    ),
    "an admin with view_role.full_access",
  )
    .option("--search <text>", "a part of the name")
    .option("--take <n>", "how many, 500 at most", whole, 50)
    .action(action(async () => (await load()).roles));
  asOperator(
    command(roles, "show <role>", "one role by its name or id: its permissions and who has it", [
      "npm run cli -- roles show Finance",
    ]),
    "an admin with view_role.full_access",
  ).action(action(async () => (await load()).showRole));
}
