import { z } from "zod";
import { clientPage } from "#app/parts/clients/client-page.server.ts";
import { keysOf } from "#modules/catalog/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { id, lenient } from "#modules/kernel/validation.ts";

/** `client` names whose keys an operator wants; a client's admin sees its own. `act` and `of` open a dialog. */
export const ApiQuery = z.object({
  client: lenient(id),
  act: lenient(z.enum(["create", "rotate", "revoke"])),
  of: lenient(id),
});

/** The page of a client's keys, with the dialog that is open; a key that is not there opens none. */
export async function apiView(admin: ActorOf<"admin">, { client, act, of }: z.output<typeof ApiQuery>) {
  const { clientId, own, pathOf } = clientPage(admin, client);
  const { keys, ...view } = await keysOf(admin, clientId);
  const selectedKey = keys.find((key) => key.id === of);
  const opens = act === "create" ? view.mayGive.length > 0 : view.mayEnd && selectedKey !== undefined;
  return {
    ...view,
    keys,
    here: pathOf("api"),
    own,
    dialog: act && opens ? { act, key: selectedKey ?? null } : null,
  };
}
