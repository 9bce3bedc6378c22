import type { Command } from "commander";
import { cancelReasons, caseDecisions, missedChoices } from "#modules/tickets/labels.ts";
import { asOperator, choice, command, namingColumns, needYes, sayingYes, whole } from "./declare.ts";
import { action } from "./run.ts";

const load = () => import("./commands/desk/requests.ts");
const loadCases = () => import("./commands/desk/cases.ts");
const loadChanges = () => import("./commands/desk/change-request.ts");
const loadForCustomer = () => import("./commands/desk/for-customer.ts");
const loadFees = () => import("./commands/desk/held-fees.ts");
const reader = "an admin who may see requests";
const editor = "an admin with edit_ticket.full_access";

/** What is done with requests, one by one and by the thousand. A request is named by its number or its public id. */
export function ticketCommands(tickets: Command) {
  asOperator(
    command(
      tickets,
      "list",
      "requests, newest first, as the operator sees them",
      [
        "npm run cli -- tickets list --status PENDING",
        "gharseva tickets list --search 560001 --from 2026-11-01 --json",
      ],
      true,
    ),
    reader,
  )
    .option("--search <text>", "a number, a phone, words of a name, a pincode, a center or a technician")
    .addOption(
      choice("--status <status>", "requests with this status, as the lists of the console show it", [
        "open",
        "PENDING",
        "ACCEPTED",
        "Technician Assigned",
        "Technician Not Assigned",
        "VERIFIED",
        "ON_HOLD",
        "CLOSED",
        "CANCEL",
        "REJECT",
      ]),
    )
    .option("--from <date>", "made from this day on")
    .option("--to <date>", "made up to the end of this day")
    .option("--take <n>", "how many, 500 at most", whole, 50)
    .action(action(async () => (await load()).list));
  asOperator(
    command(tickets, "show <ticket>", "one request with its offers and its history", [
      "npm run cli -- tickets show REQ-261121-4F7K",
      "gharseva tickets show -- -x4F7kQ0aZr1mB2nC3dE4w    an id that begins with a hyphen",
    ]),
    reader,
  ).action(action(async () => (await load()).showOne));
  sayingYes(
    asOperator(
      command(tickets, "broadcast <ticket>", "offer a request to the centers of its pincode that were not asked yet", [
        "npm run cli -- tickets broadcast REQ-261121-4F7K --as operations --yes",
      ]),
      editor,
    ),
  ).action(action(async () => (await load()).broadcast));
  sayingYes(
    asOperator(
      command(tickets, "offer-waiting", "offer the open requests that wait to the centers they fit, oldest first", [
        "npm run cli -- tickets offer-waiting --center INA0001 --as operations --dry-run",
        "gharseva tickets offer-waiting --as operations --yes",
      ]),
      editor,
    ).option("--center <center>", "one center: its phone, QR id or id; without it each that something waits for"),
  ).action(action(async () => (await import("./commands/desk/waiting.ts")).offerWaiting));
  sayingYes(
    asOperator(
      command(tickets, "cancel <ticket>", "cancel an open request; a paid fee and the lead price go back", [
        "npm run cli -- tickets cancel REQ-261121-4F7K --reason 'Booked twice' --yes",
      ]),
      editor,
    ).requiredOption("--reason <text>", "why; stands in the team's remarks"),
  ).action(action(async () => (await load()).cancel));
  sayingYes(
    asOperator(
      command(tickets, "close <ticket>", "close a request that has a technician; its invoice is issued", [
        "npm run cli -- tickets close REQ-261121-4F7K --amount 499 --payment Cash --yes",
      ]),
      editor,
    )
      .requiredOption("--amount <rupees>", "what the customer paid, in whole rupees")
      .addOption(choice("--payment <type>", "how", ["Online", "Cash"]).default("Online"))
      .option("--reference <text>", "of an online payment: 12 digits of UPI, or up to 22 letters and digits of a bank")
      .option("--not-yet-paid", "the customer is to pay online later")
      .option("--remarks <text>", "what was done"),
  ).action(action(async () => (await load()).close));
  sayingYes(
    asOperator(
      command(tickets, "paid <ticket>", "enter the online payment of a request that was closed as not yet paid", [
        "npm run cli -- tickets paid REQ-261121-4F7K --reference 412345678901 --yes",
      ]),
      editor,
    ).requiredOption("--reference <text>", "12 digits of UPI, or up to 22 letters and digits of a bank"),
  ).action(action(async () => (await load()).paid));
  changeCommands(tickets);
  customerCommands(tickets);
  feeCommands(tickets);
  uploadCommands(tickets);
}

/** What an admin changes of a request on the word of its center or customer. */
function changeCommands(tickets: Command) {
  sayingYes(
    asOperator(
      command(
        tickets,
        "agree-time <ticket>",
        "agree a free window of the center that has a request, as the center does",
        ["npm run cli -- tickets agree-time REQ-261121-4F7K --at '2026-12-01 10:00' --as operations --yes"],
      ),
      editor,
    ).requiredOption("--at <time>", "when a free window begins, in India"),
  ).action(action(async () => (await loadChanges()).agree));
  sayingYes(
    asOperator(
      command(tickets, "send-link <ticket>", "send the link to an open visit again to its technician; twice a day", [
        "npm run cli -- tickets send-link REQ-261121-4F7K --as operations --yes",
      ]),
      editor,
    ),
  ).action(action(async () => (await loadChanges()).sendLink));
  sayingYes(
    asOperator(
      command(tickets, "change <ticket>", "another wanted time or address, on the customer's word; all else stays", [
        "npm run cli -- tickets change REQ-261121-4F7K --house-number '14 B' --as operations --yes",
        "gharseva tickets change REQ-261121-4F7K --at '2026-12-01 10:00' --as operations --dry-run",
      ]),
      editor,
    )
      .option("--at <time>", "when the visit is wanted, in India, from 08:00 to 20:00")
      .option("--soon", "the visit is wanted within 24 hours")
      .option("--house-number <text>", "house or flat, and building")
      .option("--locality <text>", "the locality; '' takes it away")
      .option("--city <text>", "the city")
      .option("--state <text>", "the state"),
  ).action(action(async () => (await loadChanges()).change));
}

/** What an admin does with a request on the word of its customer, who calls. */
function customerCommands(tickets: Command) {
  sayingYes(
    asOperator(
      command(
        tickets,
        "cancel-by-terms <ticket>",
        "cancel on the customer's word by the rule that holds for the customer now; it names the rule and what goes back",
        [
          "npm run cli -- tickets cancel-by-terms REQ-261121-4F7K --as operations --dry-run",
          "gharseva tickets cancel-by-terms REQ-261121-4F7K --back 99 --reason works_again --as operations --yes",
        ],
      ),
      editor,
    )
      .option("--back <rupees>", backHelp)
      .addOption(choice("--reason <reason>", "why the customer cancels", cancelReasons)),
  ).action(action(async () => (await loadForCustomer()).cancelByTerms));
  sayingYes(
    asOperator(
      command(tickets, "missed <ticket>", "nobody came, and what the customer wants now", [
        "npm run cli -- tickets missed REQ-261121-4F7K --choice other_center --as operations --yes",
        "gharseva tickets missed REQ-261121-4F7K --choice move --at '2026-12-01 10:00' --as operations --dry-run",
      ]),
      editor,
    )
      .addOption(
        choice(
          "--choice <choice>",
          "to wait, move, have another center, or the fee back",
          missedChoices,
        ).makeOptionMandatory(),
      )
      .option("--at <time>", "of move: when a free window of its center begins, in India")
      .option("--back <rupees>", `of end: ${backHelp}`),
  ).action(action(async () => (await loadForCustomer()).missed));
}

const backHelp = "the rupees that go back, as --dry-run says them; refused where that changed meanwhile";

const decider = "an admin who holds adjust_wallet";

/** The disputes about closed requests. */
export function caseCommands(cases: Command) {
  asOperator(
    command(cases, "list", "cases that wait for a decision, the most urgent first", [
      "npm run cli -- cases list",
      "gharseva cases list --decided --as operations --json",
    ]),
    editor,
  )
    .option("--decided", "those that were decided, the last first")
    .option("--take <n>", "how many, 500 at most", whole, 50)
    .action(action(async () => (await loadCases()).list));
  asOperator(
    command(cases, "show <id>", "one case: the closing, the customer's answer, the decision and its appeal", [
      "npm run cli -- cases show 019a0000-0000-7000-8000-000000000000",
    ]),
    editor,
  ).action(action(async () => (await loadCases()).showOne));
  sayingYes(
    command(cases, "decide <id>", "decide a case, or its appeal, as an admin who did not close the request", [
      "npm run cli -- cases decide 019a0000-0000-7000-8000-000000000000 --as finance --decision returned --reason 'Nobody came' --yes",
    ])
      .requiredOption("--as <admin>", "the user name of an admin who holds adjust_wallet")
      .addOption(
        choice("--decision <decision>", "what becomes of the booking fee", caseDecisions).makeOptionMandatory(),
      )
      .requiredOption("--reason <text>", "why"),
  ).action(action(async () => (await loadCases()).decide));
  sayingYes(
    command(cases, "appeal <id>", "appeal against a decision, once, for the customer or the center", [
      "npm run cli -- cases appeal 019a0000-0000-7000-8000-000000000000 --as operations --reason 'The center has a picture' --yes",
    ])
      .requiredOption("--as <admin>", "the user name of an admin with edit_ticket.full_access")
      .requiredOption("--reason <text>", "what the one who appeals says"),
  ).action(action(async () => (await loadCases()).appeal));
}

/** The booking fees that wait for a decision. */
function feeCommands(tickets: Command) {
  asOperator(
    command(tickets, "held-fees", "booking fees of requests that were closed without a code, oldest first", [
      "npm run cli -- tickets held-fees --as finance",
    ]),
    decider,
  )
    .option("--take <n>", "how many, 500 at most", whole, 50)
    .action(action(async () => (await loadFees()).list));
  sayingYes(
    asOperator(
      command(tickets, "decide-fee <ticket>", "earn a held booking fee, or return it to its source", [
        "npm run cli -- tickets decide-fee REQ-261121-4F7K --as finance --verdict RETURNED --remarks 'Nobody came' --yes",
      ]),
      decider,
    )
      .addOption(choice("--verdict <verdict>", "what becomes of it", ["EARNED", "RETURNED"]).makeOptionMandatory())
      .requiredOption("--remarks <text>", "why"),
  ).action(action(async () => (await loadFees()).decide));
}

function uploadCommands(tickets: Command) {
  const upload = namingColumns(
    command(
      tickets,
      "upload <file>",
      "create requests of a client from a csv, xlsx or xls file by the rules of the form; the same file twice creates nothing new",
      [
        "npm run cli -- tickets upload requests.xlsx --as operations --client CLT4K7P2Q --dry-run",
        "npm run cli -- tickets upload requests.xlsx --as operations --client CLT4K7P2Q --yes",
      ],
    ),
  )
    .requiredOption("--as <admin>", "the user name of the admin who does it; needs add_ticket")
    .option("--client <client>", "a client id such as CLT4K7P2Q; without it each row names its own")
    .option("--dry-run", "say what is wrong with which row, create nothing")
    .option("--yes", "create them; rows with errors are left out");
  needYes(upload).action(action(async () => (await import("./commands/tickets.ts")).upload));
  const undo = command(
    tickets,
    "undo-upload <id>",
    "delete all requests of an upload while nobody has accepted one of them",
    ["npm run cli -- tickets undo-upload 019a0000-0000-7000-8000-000000000000 --as operations --yes"],
  )
    .requiredOption("--as <admin>", "the user name of the admin who uploaded it")
    .option("--dry-run", "only say how many, and whether it can be done")
    .option("--yes", "do it");
  needYes(undo).action(action(async () => (await import("./commands/tickets.ts")).undo));
  command(
    tickets,
    "upload-template",
    "write the workbook to fill in: its columns, an example and the values they take",
    ["npm run cli -- tickets upload-template --as operations --out requests.xlsx"],
  )
    .requiredOption("--as <admin>", "the user name of an admin with add_ticket")
    .requiredOption("--out <file>", "where to write it, a .csv or .xlsx")
    .option("--yes", "write over a file that is there")
    .action(action(async () => (await import("./commands/tickets.ts")).template));
}
