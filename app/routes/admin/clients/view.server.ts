import type { Door } from "#app/http/request/door.server.ts";
import { clientsDesk } from "#app/parts/clients/clients-desk.server.ts";
import { type Admin, addressOf, type DeskQuery } from "#app/parts/lists/desk-list.server.ts";
import { deskView } from "#app/parts/lists/desk-view.server.ts";
import { clientDetails, clientFields, may, needMay } from "#modules/catalog/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { DomainError, missing } from "#modules/kernel/errors.ts";
import { id } from "#modules/kernel/validation.ts";

/** The list's address; `act=add` and `act=edit&of=` open the form in its place (Q93). */
export const ClientsQuery = addressOf(clientsDesk);

/** The clients, or the form of one; each is refused in its own words (R362). */
export async function clientsView(admin: Admin, query: DeskQuery, door: Door) {
  if (query.act === "add" || query.act === "edit") return { form: await formView(admin, query), list: null };
  needMay(admin, "seeClients");
  return { form: null, list: await deskView(clientsDesk, admin, query, door) };
}

async function formView(admin: Admin, { act, of }: DeskQuery) {
  const back = may(admin, "seeClients") ? clientsDesk.path : "/Home";
  if (act === "add") {
    needMay(admin, "addClient");
    return { edited: null, values: {}, back };
  }
  needMay(admin, "changeClient");
  const card = await edited(admin, of);
  const { id, version, clientName, gstNumber, aadhaarNumber, panNumber, accountNumber, contactPhone } = card;
  return {
    edited: {
      id,
      version,
      clientName,
      /** What may be shown of what is kept; null for what the client lacks. */
      stored: { gstNumber, aadhaarNumber, panNumber, accountNumber, contactPhone },
    },
    values: { ...clientFields(card), ...phoneOf(admin, contactPhone) },
    back,
  };
}

const phoneOf = (admin: Actor, contactPhone: string | null) => (may(admin, "seeContactPhone") ? { contactPhone } : {});

/** The client to change; an unknown one answers 'Page not found !!!'. */
async function edited(admin: Admin, of: string | undefined) {
  const clientId = id.safeParse(of);
  if (!clientId.success) throw missing("error.notFound");
  return clientDetails(admin, clientId.data).catch((error) => {
    throw error instanceof DomainError && error.kind === "missing" ? missing("error.notFound") : error;
  });
}

export type ClientFormView = Awaited<ReturnType<typeof formView>>;
