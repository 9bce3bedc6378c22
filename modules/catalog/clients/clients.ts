import { LockMode } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { type Actor, isClient } from "#modules/kernel/actor.ts";
import { em, rows } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { maskStars } from "#modules/kernel/mask.ts";
import { byShownName, nameFor } from "#modules/kernel/names.ts";
import { reference } from "#modules/kernel/validation.ts";
import { cachedBriefly } from "#modules/kernel/work/lately.server.ts";
import { catalogTopic } from "../keepers.ts";
import { may, needMay } from "../policy.ts";
import type { ClientCard, ClientRow } from "../shared.ts";
import { type Client, ClientSchema } from "./client.entity.ts";
import { papersShown } from "./sealed.ts";

const present = ({ id, clientName, isActive }: Client): ClientRow => ({ id, clientName, isActive });

/** A client's row as an actor reads its name. */
const shownTo = <Row extends { clientName: string }>(actor: Actor, client: Row): Row => ({
  ...client,
  clientName: nameFor(actor, client.clientName),
});

/** Clients by name, both as the actor reads them. */
const byName = <Row extends { clientName: string }>(actor: Actor, clients: readonly Row[]): Row[] =>
  byShownName(
    clients.map((client) => shownTo(actor, client)),
    ({ clientName }) => clientName,
  );

/** The clients requests can be made for, by name. */
export async function activeClients(actor: Actor): Promise<ClientRow[]> {
  return byName(actor, (await em().find(ClientSchema, { isActive: true, deletedAt: null })).map(present));
}

const storedNames = () =>
  rows<Pick<ClientRow, "id" | "clientName">>(
    sql`select id, client_name as "clientName" from clients where is_active and deleted_at is null`,
  );
const cachedNames = cachedBriefly(catalogTopic, storedNames);

/** The names of those clients: what dialogs offer. */
export const clientNames = async (actor: Actor) => byName(actor, await cachedNames());

/** The same as they are at this moment. */
export const clientNamesNow = async (actor: Actor) => byName(actor, await storedNames());

/** The name of a client that an actor is already shown, a deleted one too. */
export const clientNameOf = async (actor: Actor, id: string): Promise<string> =>
  shownTo(actor, await getClient(id)).clientName;

/** A client as an admin may see it: by name alone, or with its details. */
export type ClientFor = { id: string; clientName: string; card: ClientCard | null };

/**
 * Every client an admin may name, the inactive ones too, by name: an admin of a client its own, others all if they work
 * on clients or their requests. Its details are for who may view clients. Refuses with `client.noView`.
 */
export async function clientsFor(actor: Actor): Promise<ClientFor[]> {
  if (isClient(actor))
    return actor.clientId ? [{ ...shownTo(actor, await getClient(actor.clientId)), card: null }] : [];
  needMay(actor, "nameClients");
  const whole = may(actor, "seeClients");
  const clients = await em().find(ClientSchema, { deletedAt: null });
  return byName(
    actor,
    clients.map((client) => ({ ...present(client), card: whole ? clientCard(actor, client) : null })),
  );
}

/**
 * One client, a deleted one too: its requests keep its name. `lock` holds it as it is until the running transaction ends.
 * Refuses with `client.notFound`.
 */
export async function getClient(id: string, { lock = false } = {}): Promise<ClientRow> {
  const held = lock ? { lockMode: LockMode.PESSIMISTIC_READ, refresh: true } : {};
  const client = await em().findOne(ClientSchema, { id }, held);
  if (!client) throw missing("client.notFound");
  return present(client);
}

/** A client's details, masked; for who may view or change clients. Refuses with `client.noView`, `client.notFound`. */
export async function clientDetails(actor: Actor, clientId: string): Promise<ClientCard> {
  needMay(actor, "seeClient");
  return clientCard(actor, await existingClient(clientId));
}

/** A client that is not deleted, locked for a change when asked. */
export async function existingClient(id: string, { lock = false } = {}): Promise<Client> {
  const held = lock ? { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } : { refresh: true };
  const client = await em().findOne(ClientSchema, { id, deletedAt: null }, held);
  if (!client) throw missing("client.notFound");
  return client;
}

/** The client with this id or client id (`CLT4K7P2Q`), for the command line. Refuses with `client.notFound`. */
export async function clientNamed(named: string): Promise<ClientRow> {
  const text = named.trim();
  const by = reference.safeParse(text).success ? { id: text } : { clientId: text.toUpperCase() };
  const client = await em().findOne(ClientSchema, { ...by, deletedAt: null });
  if (!client) throw missing("client.notFound");
  return present(client);
}

/** A client as an actor may see it. */
export const clientCard = (actor: Actor, client: Client): ClientCard => ({
  id: client.id,
  clientId: client.clientId ?? null,
  clientName: nameFor(actor, client.clientName),
  productName: nameFor(actor, client.productName ?? null),
  productCategory: client.productCategory ?? null,
  specificRequirement: client.specificRequirement ?? null,
  pricePaise: client.pricePaise ?? null,
  officialEmail: client.officialEmail ?? null,
  contactName: nameFor(actor, client.contactName ?? null),
  contactDesignation: nameFor(actor, client.contactDesignation ?? null),
  contactPhone: client.contactPhone ? (may(actor, "seeContactPhone") ? client.contactPhone : maskStars()) : null,
  addressLine: nameFor(actor, client.addressLine ?? null),
  city: nameFor(actor, client.city ?? null),
  state: client.state ?? null,
  pincode: client.pincode ?? null,
  ...papersShown(client),
  tinNumber: client.tinNumber ?? null,
  bankName: client.bankName ?? null,
  ifscCode: client.ifscCode ?? null,
  branch: client.branch ?? null,
  category: [...(client.category ?? [])],
  allowedBrands: [...(client.allowedBrands ?? [])],
  isActive: client.isActive,
  version: client.version,
  createdAt: client.createdAt,
});
