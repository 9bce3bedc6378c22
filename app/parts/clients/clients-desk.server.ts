import type { Admin, DeskList } from "#app/parts/lists/desk-list.server.ts";
import { may as mayInAccess } from "#modules/access/index.ts";
import { type ClientLine, clientChanges, clientDetails, clientsList, inTheWayOf, may } from "#modules/catalog/index.ts";
import { requirements } from "#modules/catalog/shared.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { id } from "#modules/kernel/validation.ts";

/* The clients as a screen (002 §2.7). */

const clientExtra = (_admin: Admin, { clientName }: ClientLine) => ({ clientName });
export type ClientExtra = ReturnType<typeof clientExtra>;

/** The dialogs of a row; `add` and `edit` show the form instead of the list. */
const dialogs = ["view", "reveal", "delete"] as const;
export type ClientAct = (typeof dialogs)[number];

/** The open dialog: what is done, and the client with what stands in the way of deleting it; null for one that is gone. */
async function dialogOf(admin: Admin, act: ClientAct, of: string) {
  const clientId = id.safeParse(of);
  const client = clientId.success ? await clientIfAny(admin, clientId.data) : null;
  return {
    act,
    client: client && {
      ...client,
      inTheWay: await inTheWayOf(client.id),
      changes: act === "view" ? await clientChanges(admin, client.id) : [],
    },
  };
}

const clientIfAny = (admin: Admin, clientId: string) =>
  clientDetails(admin, clientId).catch((error) => {
    if (error instanceof DomainError && error.kind === "missing") return null;
    throw error;
  });

export type AlsoOfClients = {
  dialog: Awaited<ReturnType<typeof dialogOf>> | null;
  /** Whether this admin changes, deletes and reveals clients. */
  mayEdit: boolean;
  mayDeleteUsers: boolean;
};

export const clientsDesk: DeskList<ClientLine, ClientExtra, AlsoOfClients> = {
  list: clientsList,
  path: "/admin-clients",
  filters: [
    { name: "search", label: "clients.name", maxLength: 60, find: true },
    {
      name: "requirement",
      label: "clients.requirement",
      choices: () => requirements.map((value) => ({ value, label: value })),
    },
  ],
  allDays: true,
  dialogs: [...dialogs, "add", "edit"],
  add: { to: "/admin-clients?act=add", label: "clients.add", can: "add_clients" },
  extras: clientExtra,
  also: async (admin, { act: named, of }) => {
    const act = dialogs.find((each) => each === named);
    return {
      dialog: act && of ? await dialogOf(admin, act, of) : null,
      mayEdit: may(admin, "changeClient"),
      mayDeleteUsers: mayInAccess(admin, "seeAdmins"),
    };
  },
};
