import { type Command, Option } from "commander";
import { subscriptionProducts } from "#modules/wallet/labels.ts";
import { asOperator, choice, command, needOneOf, sayingYes, whole, withTrial } from "./declare.ts";
import { action } from "./run.ts";

const loadLogins = () => import("./commands/desk/desk-logins.ts");
const load = () => import("./commands/desk/centers.ts");
const keeper = "an admin with update_center.full_access";

/** What is done with partner centers. A center is named by its phone, a QR id such as INA0001 or its id. */
export function centerCommands(centers: Command) {
  command(
    centers,
    "list",
    "active centers, those that came first first; phones are masked",
    ["npm run cli -- centers list --unverified", "gharseva centers list --json"],
    true,
  )
    .option("--unverified", "only those that wait to be verified")
    .option("--take <n>", "how many, 1000 at most", whole, 50)
    .action(action(async () => (await import("./commands/centers.ts")).list));
  asOperator(
    command(centers, "show <center>", "one center: its area, subscription, capacity and what is disabled", [
      "npm run cli -- centers show INA0001",
      "gharseva centers show 9876543210 --as operations --json",
    ]),
    "an admin with view_center_details.full_access",
  ).action(action(async () => (await load()).showOne));
  command(centers, "verify <center>", "stand for a center: it accepts as many requests a day as it likes", [
    "npm run cli -- centers verify 9876543210",
    "npm run cli -- centers verify INA0001",
    "npm run cli -- centers verify INA0001 --undo",
  ])
    .option("--undo", "it is not verified any more")
    .option("--dry-run", "only say what would change")
    // It can be undone and never asks; the flag is accepted for scripts that always pass it.
    .addOption(new Option("--yes").hideHelp())
    .action(action(async () => (await import("./commands/centers.ts")).verify));
  const extending = sayingYes(
    asOperator(
      command(
        centers,
        "extend-trial [center]",
        "begin the trial of a center again, or of all whose trial ended long ago",
        [
          "npm run cli -- centers extend-trial INA0001 --yes",
          "npm run cli -- centers extend-trial --expired-more-than 15d --dry-run",
        ],
      ),
      keeper,
    ).option("--expired-more-than <days>", "all without a subscription whose trial ended so long ago, 1000 at most"),
  );
  needOneOf(extending, "[center]", "--expired-more-than").action(action(async () => (await load()).extendTrials));
  sayingYes(
    command(centers, "subscribe <center>", "enter a subscription that a center paid outside", [
      "npm run cli -- centers subscribe INA0001 --as finance --product annual --reference 'UTR 4711' --yes",
      "gharseva centers subscribe INA0001 --as finance --product balance --reference 'UTR 4712' --dry-run",
    ])
      .requiredOption("--as <admin>", "the user name of an admin who holds adjust_wallet")
      .addOption(choice("--product <product>", "what was paid", subscriptionProducts).makeOptionMandatory())
      .requiredOption("--reference <text>", "the reference of the payment")
      .option("--amount <rupees>", "what was paid; refused where it is not the price"),
  ).action(action(async () => (await import("./commands/desk/subscriptions.ts")).subscribe));
  sayingYes(
    command(centers, "refund-subscription <center>", "refund a subscription of a center, as a whole or in part", [
      "npm run cli -- centers refund-subscription INA0001 --as finance --amount 2999 --remarks 'Bought by mistake' --yes",
      "gharseva centers refund-subscription INA0001 --as finance --amount 500 --remarks Agreed --until 2027-03-31 --dry-run",
    ])
      .requiredOption("--as <admin>", "the user name of an admin who holds adjust_wallet")
      .requiredOption("--amount <rupees>", "what is refunded; all that is left takes the days that are to come, too")
      .requiredOption("--remarks <text>", "why")
      .option("--reference <text>", "the bank's reference; for what was paid outside")
      .option("--until <day>", "the last day a refund of a part leaves the center subscribed")
      .option("--subscription <id>", "which one; without it the newest"),
  ).action(action(async () => (await import("./commands/desk/subscriptions.ts")).refund));
  withTrial(
    asOperator(
      command(
        centers,
        "capacity <center> <limit>",
        "how many open requests a center may have at once; all is every center",
        ["npm run cli -- centers capacity INA0001 80", "npm run cli -- centers capacity all 50 --as operations --yes"],
      ),
      keeper,
    ),
  ).action(action(async () => (await load()).capacity));
  withTrial(
    asOperator(
      command(centers, "kit <center>", "mark the onboarding kit of a center as paid, or take that back", [
        "npm run cli -- centers kit INA0001 --reference UTR412345678901",
        "npm run cli -- centers kit INA0001 --undo",
      ]),
      keeper,
    )
      .option("--reference <text>", "the number of the payment")
      .option("--undo", "it was not paid after all"),
  ).action(action(async () => (await load()).kit));
  command(centers, "logins <center>", "the people who may log in at a center's desk", [
    "npm run cli -- centers logins INA0001",
  ]).action(action(async () => (await loadLogins()).list));
  withTrial(
    command(centers, "add-login <center> <phone>", "add a person to a center's desk, who logs in with this phone", [
      "npm run cli -- centers add-login INA0001 9876543210 --name 'Asha Rao'",
    ]).requiredOption("--name <text>", "the person's name"),
  ).action(action(async () => (await loadLogins()).add));
  sayingYes(
    command(
      centers,
      "end-login <center> <login>",
      "end a login of a center's desk, named by phone or id, and its sessions",
      ["npm run cli -- centers end-login INA0001 9876543210 --yes"],
    ),
  ).action(action(async () => (await loadLogins()).end));
  const what = () => choice("--for <parts...>", "what; both when none is said", ["login", "requests"]);
  sayingYes(
    asOperator(
      command(centers, "disable <center>", "close the login of a center, its offers of requests, or both", [
        "npm run cli -- centers disable INA0001 --for requests --remark 'Nobody answers the phone' --yes",
      ]),
      keeper,
    )
      .addOption(what())
      .requiredOption("--remark <text>", "why, for the operators")
      .option("--tell <text>", "what the center is told"),
  ).action(action(async () => (await load()).disable));
  withTrial(
    asOperator(
      command(centers, "enable <center>", "open again what was disabled", [
        "npm run cli -- centers enable INA0001 --remark 'The new owner called'",
      ]),
      keeper,
    )
      .addOption(what())
      .requiredOption("--remark <text>", "why, for the operators")
      .option("--tell <text>", "what the center is told"),
  ).action(action(async () => (await load()).enable));
}
