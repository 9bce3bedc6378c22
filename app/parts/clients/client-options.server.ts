import { searchedHere } from "#app/http/doors/stored-form.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import type { SearchedOptions } from "#app/ui/combobox/options.ts";
import { type ClientsPage, findClients } from "#modules/catalog/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { id } from "#modules/kernel/validation.ts";

/** Clients as options of a select. */
export const asOptions = ({ clients }: ClientsPage) =>
  clients.map(({ id: value, clientName: label }) => ({ value, label }));

/** The clients that a select offers: those its form was sent to search for, else the first ones, and the chosen one. */
export async function clientOptions(
  actor: Actor,
  door: Door,
  { name = "clientId", chosen }: { name?: string; chosen?: string | null | undefined } = {},
): Promise<SearchedOptions> {
  const sent = await searchedHere(name, door);
  return optionsOf(actor, { search: sent.search, chosen: sent.chosen ?? chosen });
}

/** The same for what an address searches for and has chosen. */
export async function optionsOf(
  actor: Actor,
  { search, chosen }: { search?: string | undefined; chosen?: string | null | undefined },
): Promise<SearchedOptions> {
  // What is sent names a client, or nothing.
  const page = await findClients(actor, { search: search?.slice(0, 60), chosen: id.safeParse(chosen).data });
  return { options: asOptions(page), searchAt: page.more ? "/options/clients" : null };
}
