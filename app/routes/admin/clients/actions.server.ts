import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import type { FormValue } from "#app/http/request/form.server.ts";
import { clientsDesk } from "#app/parts/clients/clients-desk.server.ts";
import { listIntents } from "#app/parts/lists/desk-actions.server.ts";
import type { Admin } from "#app/parts/lists/desk-list.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { addClient, changeClient, deleteClient, may, revealClient } from "#modules/catalog/index.ts";
import { AddClient, ClientRef, RevealClient, UpdateClient } from "#modules/catalog/shared.ts";

const saving = { limit: formLimit, once: "in its transaction", prepare: addTyped } as const;

/** The list with the saved client marked; the form again for who may not see the list. */
const saved = (admin: Admin, id: string) => (may(admin, "seeClients") ? `${clientsDesk.path}?did=${id}` : "/Home");

/** A category that is still typed is one of the chips, too (R366). */
async function addTyped(_admin: unknown, fields: Map<string, FormValue[]>) {
  const typed = fields.get("typedCategory") ?? [];
  fields.delete("typedCategory");
  if (typed.length > 0) fields.set("category", [...(fields.get("category") ?? []), ...typed]);
}

/** What is done with clients (R363, R368). */
export const clientsActions = adminActions({
  create: {
    fresh: none("Says who is billed, for no money"),
    ...saving,
    can: "add_clients",
    input: AddClient,
    run: async (admin, input, door: Door) => {
      const { id } = await addClient(admin, input);
      door.toast("clients.created");
      return door.go(saved(admin, id));
    },
  },
  update: {
    fresh: "money",
    ...saving,
    can: "edit_clients.full_access",
    input: UpdateClient,
    run: async (admin, input, door: Door) => {
      const { id } = await changeClient(admin, input);
      door.toast("clients.updated");
      return door.go(saved(admin, id));
    },
  },
  addCategory: {
    fresh: none("Shows the form with one chip more"),
    can: "any admin",
    limit: formLimit,
    prepare: addTyped,
    input: z.object({}),
    run: () => undefined,
    unkeyed: "It shows the form with one chip more",
  },
  reveal: {
    fresh: "money",
    can: "edit_clients.full_access",
    limit: formLimit,
    unkeyed: "Each showing of the numbers is an entry of its own in the history",
    input: RevealClient,
    run: revealClient,
  },
  remove: {
    fresh: none("Ends a client without users and open requests, for no money"),
    can: "edit_clients.full_access",
    limit: formLimit,
    once: "in its transaction",
    input: ClientRef,
    run: deleteClient,
    say: "clients.deleted",
    to: (_input: ClientRef, { url }: Door) => addressWith(url, { act: null, of: null }),
  },
  ...listIntents(clientsDesk),
});
