import { type Command, Option } from "commander";
import { command } from "./declare.ts";
import { action } from "./run.ts";

const clientOptions = (saving: Command) =>
  saving
    .requiredOption("--as <admin>", "the user name of the admin who saves it")
    .option("--file <path>", "a JSON object with the form's fields, also its papers; - reads it from stdin")
    .option("--clientName <text>", "its name")
    .option("--productName <text>", "what it sells")
    .option("--productCategory <text>", "the category of that")
    .option("--specificRequirement <what>", "Installation, Demo, Repair or Pms")
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
    .option("--allowedBrands <names...>", "AC, LED, Refrigerator, Washing_Machine, Microwave, Geyser")
    .option("--dry-run", "check everything, save nothing");

/** What is done with a B2B client: added, edited, and the keys of its programs. */
export function clientCommands(clients: Command) {
  clientOptions(
    command(clients, "add", "a new client; GST, PAN, Aadhaar and account number come by --file", [
      "npm run cli -- clients add --as superadmin --file client.json",
      "npm run cli -- clients add --as superadmin --file client.json --price 500 --dry-run",
    ]),
  ).action(action(async () => (await import("./commands/save-client.ts")).add));
  clientOptions(
    command(clients, "edit <id>", "change a client; what is not given stays", [
      "npm run cli -- clients edit 0193b1a2-0000-7000-8000-000000000000 --as superadmin --price 650",
    ]),
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
    .requiredOption("--scope <scopes...>", "requests:read, requests:create or both")
    .option("--expires <days>", "30, 90 or 365 days, or never", "never")
    .option("--dry-run", "check everything, make nothing")
    // It only adds and never asks; the flag is accepted for scripts that always pass it.
    .addOption(new Option("--yes").hideHelp())
    .action(action(async () => (await import("./commands/client-keys.ts")).create));
  command(clientKeys, "rotate <key>", "a new key in the place of one, by its id or how it begins; printed once", [
    "npm run cli -- clients keys rotate ck_1f0c22ab --overlap week --yes",
  ])
    .option("--overlap <time>", "how long the old one works on: now (not at all), day or week", "day")
    .option("--dry-run", "only say which")
    .option("--yes", "do it")
    .action(action(async () => (await import("./commands/client-keys.ts")).rotate));
  command(clientKeys, "revoke <key>", "end a key at once, by its id or how it begins", [
    "npm run cli -- clients keys revoke ck_1f0c22ab --yes",
  ])
    .option("--dry-run", "only say which")
    .option("--yes", "do it")
    .action(action(async () => (await import("./commands/client-keys.ts")).revoke));
}
