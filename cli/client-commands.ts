import { type Command, Option } from "commander";
import { choice, choiceArgument, command, markRequired, needYes } from "./declare.ts";
import { action } from "./run.ts";

const file = () =>
  new Option("--file <path>", "a JSON object with the form's fields, also its papers; - reads it from stdin");

/** The fields of a new client that stand in the file or are said; its papers stand in the file alone. */
const needed = [
  "--clientName",
  "--productName",
  "--specificRequirement",
  "--price",
  "--officialEmail",
  "--contactName",
  "--contactDesignation",
  "--contactPhone",
  "--addressLine",
  "--city",
  "--state",
  "--pincode",
  "--tinNumber",
  "--bankName",
  "--ifscCode",
  "--branch",
];

/** What a key may be given, and what an endpoint may be told; compared with the forms' own lists by options.test.ts. */
const scopes = ["requests:read", "requests:create", "requests:update", "requests:cancel", "requests:upload"];
const events = [
  "request.created",
  "request.offered",
  "request.unserved",
  "request.accepted",
  "request.technician_assigned",
  "request.started",
  "request.status_changed",
  "request.updated",
  "request.closed",
  "request.cancelled",
  "request.deleted",
  "request.restored",
  "upload.done",
];

const clientOptions = (saving: Command, from: Option) =>
  saving
    .requiredOption("--as <admin>", "the user name of the admin who saves it")
    .addOption(from)
    .option("--clientName <text>", "its name")
    .option("--productName <text>", "what it sells")
    .option("--productCategory <text>", "the category of that")
    .addOption(choice("--specificRequirement <what>", "what it asks for", ["Installation", "Demo", "Repair", "Pms"]))
    .option("--price <rupees>", "what it pays for one request")
    .option("--officialEmail <address>", "its e-mail address")
    .option("--contactName <text>", "who speaks for it")
    .option("--contactDesignation <text>", "as what")
    .option("--contactPhone <number>", "10 digits")
    .option("--addressLine <text>", "house and street")
    .option("--city <text>", "its city")
    .option("--state <text>", "its state")
    .option("--pincode <number>", "6 digits")
    .option("--tinNumber <text>", "its TIN")
    .option("--bankName <text>", "its bank")
    .option("--ifscCode <code>", "the bank's code")
    .option("--branch <text>", "the bank's branch")
    .option("--category <names...>", "its categories")
    .addOption(
      choice("--allowedBrands <brands...>", "the brands it may be asked for", [
        "AC",
        "LED",
        "Refrigerator",
        "Washing_Machine",
        "Microwave",
        "Geyser",
      ]),
    )
    .option("--dry-run", "check everything, save nothing");

/** What is done with a B2B client: added, edited, the keys of its programs, and what its system is told. */
export function clientCommands(clients: Command) {
  const adding = clientOptions(
    command(clients, "add", "a new client; GST, PAN, Aadhaar and account number come by --file", [
      "npm run cli -- clients add --as superadmin --file client.json",
      "npm run cli -- clients add --as superadmin --file client.json --price 500 --dry-run",
    ]),
    file().makeOptionMandatory(),
  );
  markRequired(adding, "required, or in --file", ...needed).action(
    action(async () => (await import("./commands/save-client.ts")).add),
  );
  clientOptions(
    command(clients, "edit <id>", "change a client; what is not given stays", [
      "npm run cli -- clients edit 0193b1a2-0000-7000-8000-000000000000 --as superadmin --price 650",
    ]),
    file(),
  ).action(action(async () => (await import("./commands/save-client.ts")).edit));

  const clientKeys = clients.command("keys").description("the API keys of a client's programs").exitOverride();
  command(clientKeys, "list <client>", "a client's keys by its id or client id, newest first; never a key itself", [
    "npm run cli -- clients keys list CLT4K7P2Q",
  ]).action(action(async () => (await import("./commands/client-keys.ts")).list));
  command(clientKeys, "create <client>", "a new key, printed once", [
    "npm run cli -- clients keys create CLT4K7P2Q --name Warehouse --scope requests:create",
    "npm run cli -- clients keys create CLT4K7P2Q --name Reports --scope requests:read --expires 90",
  ])
    .requiredOption("--name <text>", "what it is for")
    .addOption(choice("--scope <scopes...>", "one or more", scopes).makeOptionMandatory())
    .addOption(choice("--expires <period>", "after so many days", ["never", "30", "90", "365"]).default("never"))
    .option("--dry-run", "check everything, make nothing")
    // It only adds and never asks; the flag is accepted for scripts that always pass it.
    .addOption(new Option("--yes").hideHelp())
    .action(action(async () => (await import("./commands/client-keys.ts")).create));
  reallyOptions(
    command(clientKeys, "rotate <key>", "a new key in the place of one, by its id or how it begins; printed once", [
      "npm run cli -- clients keys rotate ck_1f0c22ab --overlap week --yes",
    ]),
  )
    .addOption(overlap("how long the old one works on; now is not at all"))
    .action(action(async () => (await import("./commands/client-keys.ts")).rotate));
  reallyOptions(
    command(clientKeys, "revoke <key>", "end a key at once, by its id or how it begins", [
      "npm run cli -- clients keys revoke ck_1f0c22ab --yes",
    ]),
  ).action(action(async () => (await import("./commands/client-keys.ts")).revoke));
  webhookCommands(clients);
}

const reallyOptions = (ending: Command) =>
  needYes(ending.option("--dry-run", "only say which").option("--yes", "do it"));

const overlap = (description: string) =>
  choice("--overlap <period>", description, ["now", "day", "week"]).default("day");

/** Where a client's own system is told of its requests, and what was delivered. */
function webhookCommands(clients: Command) {
  const webhooks = clients
    .command("webhooks")
    .description("where a client's own system is told of its requests")
    .exitOverride();
  command(webhooks, "list <client>", "a client's endpoints by its id or client id; never a secret", [
    "npm run cli -- clients webhooks list CLT4K7P2Q",
  ]).action(action(async () => (await import("./commands/client-webhooks.ts")).list));
  command(webhooks, "add <client>", "a new endpoint; its signing secret is printed once", [
    "npm run cli -- clients webhooks add CLT4K7P2Q --url https://shop.example/hooks --event request.closed",
  ])
    .requiredOption("--url <address>", "https, on port 443 or 8443")
    .addOption(choice("--event <events...>", "what it is told; everything when none is given", events))
    .option("--dry-run", "check everything, add nothing")
    // It only adds and never asks; the flag is accepted for scripts that always pass it.
    .addOption(new Option("--yes").hideHelp())
    .action(action(async () => (await import("./commands/client-webhooks.ts")).add));
  reallyOptions(
    command(webhooks, "change <endpoint>", "another address or other events of an endpoint; its secret stays", [
      "npm run cli -- clients webhooks change 0193b1a2-0000-7000-8000-000000000000 --url https://new.example/hooks --yes",
    ]),
  )
    .option("--url <address>", "where it is told from now on; as it is when left out")
    .addOption(choice("--event <events...>", "what it is told; as it is when left out", events))
    .action(action(async () => (await import("./commands/client-webhooks.ts")).change));
  reallyOptions(
    command(webhooks, "renew <endpoint>", "a new signing secret in the place of the old one; printed once", [
      "npm run cli -- clients webhooks renew 0193b1a2-0000-7000-8000-000000000000 --overlap week --yes",
    ]),
  )
    .addOption(overlap("how long the old one signs, too; now is not at all"))
    .action(action(async () => (await import("./commands/client-webhooks.ts")).renew));
  reallyOptions(
    command(webhooks, "switch <endpoint>", "switch an endpoint on or off", [
      "npm run cli -- clients webhooks switch 0193b1a2-0000-7000-8000-000000000000 off --yes",
    ]).addArgument(choiceArgument("<state>", "what it is then", ["on", "off"])),
  ).action(action(async () => (await import("./commands/client-webhooks.ts")).turn));
  reallyOptions(
    command(webhooks, "remove <endpoint>", "remove an endpoint with its log", [
      "npm run cli -- clients webhooks remove 0193b1a2-0000-7000-8000-000000000000 --yes",
    ]),
  ).action(action(async () => (await import("./commands/client-webhooks.ts")).remove));
  command(webhooks, "deliveries <endpoint>", "what was sent to an endpoint, newest first", [
    "npm run cli -- clients webhooks deliveries 0193b1a2-0000-7000-8000-000000000000 --state given_up",
  ])
    .addOption(choice("--state <state>", "deliveries in this state only", ["waiting", "delivered", "given_up"]))
    .option("--after <cursor>", "the next of the page before")
    .action(action(async () => (await import("./commands/client-webhooks.ts")).deliveries));
  reallyOptions(
    command(webhooks, "replay <endpoint>", "send again what an endpoint was given up on, or one delivery", [
      "npm run cli -- clients webhooks replay 0193b1a2-0000-7000-8000-000000000000 --yes",
    ]),
  )
    .option("--delivery <id>", "only this one, whatever became of it")
    .action(action(async () => (await import("./commands/client-webhooks.ts")).replay));
  reallyOptions(
    command(webhooks, "test <endpoint>", "send a test, which no request stands behind", [
      "npm run cli -- clients webhooks test 0193b1a2-0000-7000-8000-000000000000 --yes",
    ]),
  ).action(action(async () => (await import("./commands/client-webhooks.ts")).test));
}
