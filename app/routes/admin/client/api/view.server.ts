import { z } from "zod";
import { keysOf } from "#modules/catalog/index.ts";
import { type ActorOf, isClient } from "#modules/kernel/actor.ts";
import { missing } from "#modules/kernel/errors.ts";
import { id, lenient } from "#modules/kernel/validation.ts";

/** `client` names whose keys an operator wants; a client's admin sees its own. `act` and `of` open a dialog. */
export const ApiQuery = z.object({
  client: lenient(id),
  act: lenient(z.enum(["create", "rotate", "revoke"])),
  of: lenient(id),
});

/** The page of a client's keys, with the dialog that is open; a key that is not there opens none. */
export async function apiView(admin: ActorOf<"admin">, { client, act, of }: z.output<typeof ApiQuery>) {
  const clientId = client ?? admin.clientId;
  if (!clientId) throw missing("error.notFound");
  const { keys, ...view } = await keysOf(admin, clientId);
  const selectedKey = keys.find((key) => key.id === of);
  const opens = act === "create" ? view.mayGive.length > 0 : view.mayEnd && selectedKey !== undefined;
  return {
    ...view,
    keys,
    here: client ? `/client-api?client=${client}` : "/client-api",
    own: isClient(admin),
    dialog: act && opens ? { act, key: selectedKey ?? null } : null,
  };
}
