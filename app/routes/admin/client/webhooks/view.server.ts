import { z } from "zod";
import { clientPage } from "#app/parts/clients/client-page.server.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { id, lenient } from "#modules/kernel/validation.ts";
import { endpointsOf } from "#modules/notifications/index.ts";
import { mostEndpoints } from "#modules/notifications/shared.ts";

/** `client` names whose webhooks an operator wants; a client's admin sees its own. `act` and `of` open a dialog. */
export const WebhooksQuery = z.object({
  client: lenient(id),
  act: lenient(z.enum(["add", "change", "renew", "on", "off", "remove", "test"])),
  of: lenient(id),
});

/** The page of a client's webhooks, with the dialog that is open; a webhook that is not there opens none. */
export async function webhooksView(admin: ActorOf<"admin">, { client, act, of }: z.output<typeof WebhooksQuery>) {
  const { clientId, own, pathOf } = clientPage(admin, client);
  const { mayKeep, ...view } = await endpointsOf(admin, clientId);
  const endpoint = view.endpoints.find((each) => each.id === of) ?? null;
  const mayAdd = mayKeep && view.endpoints.length < mostEndpoints;
  const opens = act === "add" ? mayAdd : mayKeep && endpoint !== null;
  return {
    ...view,
    mayKeep,
    mayAdd,
    here: pathOf("webhooks"),
    log: pathOf("webhook-log"),
    own,
    dialog: act && opens ? { act, endpoint } : null,
  };
}
