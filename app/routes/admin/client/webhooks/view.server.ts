import { z } from "zod";
import { type ActorOf, isClient } from "#modules/kernel/actor.ts";
import { missing } from "#modules/kernel/errors.ts";
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
  const clientId = client ?? admin.clientId;
  if (!clientId) throw missing("error.notFound");
  const { mayKeep, ...view } = await endpointsOf(admin, clientId);
  const endpoint = view.endpoints.find((each) => each.id === of) ?? null;
  const mayAdd = mayKeep && view.endpoints.length < mostEndpoints;
  const opens = act === "add" ? mayAdd : mayKeep && endpoint !== null;
  const whose = client ? `?client=${client}` : "";
  return {
    ...view,
    mayKeep,
    mayAdd,
    here: `/client-webhooks${whose}`,
    log: `/client-webhook-log${whose}`,
    own: isClient(admin),
    dialog: act && opens ? { act, endpoint } : null,
  };
}
