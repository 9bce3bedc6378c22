import { sql } from "kysely";
import { changedMeanwhile } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { changesBetween, only } from "#modules/kernel/db/changes.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { freeHumanId } from "#modules/kernel/db/human-id.ts";
import { type FieldErrors, type FieldValues, invalid } from "#modules/kernel/errors.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import { fromRupees, toRupees } from "#modules/kernel/money.ts";
import { panInGstin } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { oneChangeAtATime } from "../keepers.ts";
import { clientFieldNames } from "../labels.ts";
import { may, needMay } from "../policy.ts";
import type { AddClient, ClientCard, UpdateClient } from "../shared.ts";
import { type Client, ClientSchema } from "./client.entity.ts";
import { clientCard, existingClient } from "./clients.ts";
import { paperColumns, papersInFull } from "./sealed.ts";

/** Add a client (R363, R368). Refuses with `client.noAdd`, a name another client has, and papers of two holders. */
export async function addClient(actor: Actor, input: AddClient): Promise<ClientCard> {
  needMay(actor, "addClient");
  needOneHolder(input);
  return transaction(async () => {
    await oneChangeAtATime();
    await needFreeName(input.clientName);
    const client = em().create(ClientSchema, {
      clientId: await freeHumanId("CLT", (id) => sql`select from clients where client_id = ${id}`),
      ...columnsOf(input),
      contactPhone: input.contactPhone,
      ...paperColumns(input),
    });
    await em().flush();
    await record(actor, {
      subject: "catalog",
      id: client.id,
      event: "client.added",
      to: withoutContacts(client.clientName),
      data: { version: client.version, clientId: client.clientId },
    });
    return clientCard(actor, client);
  });
}

/**
 * Change a client; phone and papers that are left out stay, and one that has none needs them (R363). Refuses a taken
 * name, and a form of an older version, saying what changed and by whom.
 */
export async function changeClient(actor: Actor, sent: UpdateClient): Promise<ClientCard> {
  needMay(actor, "changeClient");
  return transaction(async () => {
    await oneChangeAtATime();
    const client = await existingClient(sent.clientId, { lock: true });
    const input = withoutMasks(actor, client, sent);
    if (input.version !== undefined && input.version !== client.version)
      throw await changedSince(actor, client, input.version);
    needPapers(client, input);
    if (input.gstNumber || input.panNumber) needOneHolder(input, papersInFull(client));
    if (client.clientName.toLowerCase() !== input.clientName.toLowerCase()) await needFreeName(input.clientName);
    const before = clientFields(client);
    const papers = papersOf(client);
    em().assign(client, {
      ...columnsOf(input),
      ...(input.contactPhone && { contactPhone: input.contactPhone }),
      ...paperColumns(changedPapers(client, input)),
    });
    const changes = changesBetween(before, clientFields(client), recordedFields);
    const changed = [...changes.changed, ...changesBetween(papers, papersOf(client), () => ({})).changed];
    if (changed.length === 0) return clientCard(actor, client);
    client.version += 1;
    await em().flush();
    await record(actor, {
      subject: "catalog",
      id: client.id,
      event: changedEvent,
      data: { ...changes, changed, version: client.version },
    });
    return clientCard(actor, client);
  });
}

/** What was sent, with the stored text in the place of one that was sent back as this admin reads it. */
function withoutMasks(actor: Actor, client: Client, sent: UpdateClient): UpdateClient {
  const seen = clientCard(actor, client);
  const unread = (["clientName", "productName", "contactName", "contactDesignation", "addressLine", "city"] as const)
    .filter((name) => sent[name] === seen[name] && client[name])
    .map((name) => [name, client[name]]);
  return { ...sent, ...Object.fromEntries(unread) };
}

const columnsOf = ({ price, ...input }: AddClient | UpdateClient) => ({
  clientName: input.clientName,
  productName: input.productName,
  productCategory: input.productCategory ?? null,
  specificRequirement: input.specificRequirement,
  pricePaise: fromRupees(price),
  officialEmail: input.officialEmail,
  contactName: input.contactName,
  contactDesignation: input.contactDesignation,
  addressLine: input.addressLine,
  city: input.city,
  state: input.state,
  pincode: input.pincode,
  tinNumber: input.tinNumber,
  bankName: input.bankName,
  ifscCode: input.ifscCode,
  branch: input.branch,
  category: input.category,
  allowedBrands: input.allowedBrands,
});

/** A client as the fields of its form, without phone and papers, which a form asks for anew. */
export const clientFields = (client: Client | ClientCard) => ({
  clientName: client.clientName,
  productName: client.productName ?? null,
  productCategory: client.productCategory ?? null,
  specificRequirement: client.specificRequirement ?? null,
  price: client.pricePaise == null ? null : String(toRupees(client.pricePaise)),
  officialEmail: client.officialEmail ?? null,
  contactName: client.contactName ?? null,
  contactDesignation: client.contactDesignation ?? null,
  addressLine: client.addressLine ?? null,
  city: client.city ?? null,
  state: client.state ?? null,
  pincode: client.pincode ?? null,
  tinNumber: client.tinNumber ?? null,
  bankName: client.bankName ?? null,
  ifscCode: client.ifscCode ?? null,
  branch: client.branch ?? null,
  category: [...(client.category ?? [])],
  allowedBrands: [...(client.allowedBrands ?? [])],
});

/** Phone and papers, only to see whether one is another. A hash of none and a new one are told apart by the digits. */
const papersOf = (client: Client): FieldValues => ({
  contactPhone: client.contactPhone ?? null,
  ...papersInFull(client),
  aadhaarNumber: client.aadhaarLast4 ? `${client.aadhaarLast4} ${client.aadhaarHash ?? ""}` : null,
});

type Papers = Pick<UpdateClient, "gstNumber" | "panNumber" | "accountNumber" | "aadhaarNumber">;

/** The papers that are not the ones there are, so that nothing is sealed anew without a change. */
function changedPapers(client: Client, { gstNumber, panNumber, accountNumber, aadhaarNumber }: Papers): Papers {
  const now = papersInFull(client);
  return {
    gstNumber: gstNumber === now.gstNumber ? undefined : gstNumber,
    panNumber: panNumber === now.panNumber ? undefined : panNumber,
    accountNumber: accountNumber === now.accountNumber ? undefined : accountNumber,
    aadhaarNumber,
  };
}

/** Refuses a change that leaves a required number missing: a client of before these details has none. */
function needPapers(client: Client, input: UpdateClient) {
  const there = {
    contactPhone: client.contactPhone,
    gstNumber: client.gstSealed,
    aadhaarNumber: client.aadhaarLast4,
    panNumber: client.panSealed,
    accountNumber: client.accountSealed,
  };
  const fields: FieldErrors = Object.fromEntries(
    Object.entries(there)
      .filter(([name, stored]) => !stored && !input[name as keyof typeof there])
      .map(([name]) => [name, "form.incomplete" satisfies MessageKey]),
  );
  if (Object.keys(fields).length > 0) throw invalid("form.incomplete", fields);
}

/**
 * Refuses a GST number that holds another PAN than the one beside it: then one of the two is somebody else's. Of a change
 * that sends one of them, the other is the kept one.
 */
function needOneHolder(sent: Papers, stored?: Record<"gstNumber" | "panNumber", string | null>) {
  const gst = sent.gstNumber ?? stored?.gstNumber;
  const pan = sent.panNumber ?? stored?.panNumber;
  if (!gst || !pan || panInGstin(gst) === pan) return;
  throw invalid("form.gstPan", { [sent.panNumber ? "panNumber" : "gstNumber"]: "form.gstPan" });
}

async function needFreeName(clientName: string) {
  const named = { clientName: { $ilike: clientName.replace(/[\\%_]/g, "\\$&") }, deletedAt: null };
  if ((await em().count(ClientSchema, named)) > 0) throw invalid("clients.taken", { clientName: "clients.taken" });
}

const changedEvent = "client.changed";

/** The values the history keeps, which is never erased: of a person, a bank or a paper only that it changed. */
const recordedFields = (state: FieldValues): FieldValues => ({
  ...only(
    ["productName", "productCategory", "specificRequirement", "price", "city", "state", "category", "allowedBrands"],
    state,
  ),
  clientName: withoutContacts(String(state.clientName)),
});

const changedSince = (actor: Actor, client: Client, sent: number) =>
  changedMeanwhile(actor, {
    subject: "catalog",
    id: client.id,
    event: changedEvent,
    sent,
    version: client.version,
    now: {
      ...clientFields(clientCard(actor, client)),
      ...(may(actor, "seeContactPhone") && { contactPhone: client.contactPhone ?? null }),
    },
    names: clientFieldNames,
  });
