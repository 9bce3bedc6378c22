import { readFileSync } from "node:fs";
import { addClient, changeClient, clientDetails, clientFields } from "#modules/catalog/index.ts";
import { AddClient, type ClientCard, UpdateClient } from "#modules/catalog/shared.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { withDatabase } from "../embedded/database.ts";
import { house } from "../house.ts";
import { type GlobalOptions, show, UsageError } from "../run.ts";
import { rolledBack } from "./rolled-back.ts";
import { adminOf } from "./wallet.ts";

type Values = Record<string, unknown>;
type Saving = GlobalOptions & Values & { as: string; file?: string; dryRun?: boolean };

/** The fields of a client's form that are options, too; its papers come by --file alone, because options are seen. */
const flagged = Object.keys(AddClient.shape).filter(
  (name) => !["gstNumber", "panNumber", "aadhaarNumber", "accountNumber"].includes(name),
);

/** `clients add`: a new client, by the form's verb and rules, as the named admin. */
export const add = (options: Saving) =>
  saved(options, async (admin) => {
    const input = AddClient.parse(enteredValues(options));
    return () => addClient(admin, input);
  });

/** `clients edit <id>`: what is not given stays. */
export const edit = (options: Saving, id: string) =>
  saved(options, async (admin) => {
    const card = await clientDetails(admin, id);
    const currentValues = Object.fromEntries(Object.entries(clientFields(card)).filter(([, value]) => value !== null));
    const input = UpdateClient.parse({
      version: card.version,
      ...currentValues,
      ...enteredValues(options),
      clientId: id,
    });
    return () => changeClient(admin, input);
  });

async function saved(options: Saving, plan: (admin: ActorOf<"admin">) => Promise<() => Promise<ClientCard>>) {
  const card = await withDatabase(async () => {
    const admin = await adminOf(options);
    const act = await plan(admin);
    if (options.dryRun) return rolledBack(act);
    return transaction(async () => {
      const done = await act();
      const historyEntry = {
        subject: "admin",
        id: admin.adminId,
        event: "admin.savedClient",
        data: { clientId: done.id },
      };
      await record(house(), historyEntry as Parameters<typeof record>[1]);
      return done;
    });
  });
  const maskedCard = { ...card, contactPhone: card.contactPhone && "*****" };
  if (options.dryRun)
    return show({ wouldDo: { ...maskedCard, id: undefined } }, `would save ${card.clientName}`, options);
  show({ done: maskedCard }, `${card.clientName} is saved (${card.id})`, options);
}

/** What was given: the file's fields, and over them those of the options. */
function enteredValues(options: Saving): Values {
  const chosen = flagged.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]);
  return { ...(options.file !== undefined && fileOf(options.file)), ...Object.fromEntries(chosen) };
}

function fileOf(file: string): Values {
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(file === "-" ? 0 : file, "utf8"));
  } catch (error) {
    throw new UsageError(`--file: ${error instanceof Error ? error.message : "it cannot be read"}`);
  }
  if (typeof read !== "object" || read === null || Array.isArray(read))
    throw new UsageError("--file: an object with the fields of the form is needed");
  const unknown = Object.keys(read).filter((name) => !Object.hasOwn(AddClient.shape, name));
  if (unknown.length > 0) throw new UsageError(`--file: a client has no ${unknown.join(", ")}`);
  return read as Values;
}
