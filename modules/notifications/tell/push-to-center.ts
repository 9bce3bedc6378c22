import { localeOf } from "#modules/access/index.ts";
import { sendWebPush } from "../providers/web-push.server.ts";
import { deliver } from "./deliver.ts";
import { openCause } from "./facts.ts";
import { browsersOf, forgetBrowser } from "./subscriptions.ts";
import { type CenterOffer, offeredCenter } from "./tell-centers.ts";

/** The page a click on the push opens: New Tickets. */
const newTickets = "/brodcast-requests";

/**
 * Send a push about a waiting request to each subscribed browser of a center, once per opening of the request: service
 * and pincode, nothing about the customer. Subscriptions that are gone are deleted; an unreachable browser does not
 * delay the others.
 */
export async function pushToCenter({ ticketId, centerId, handBacks = 0 }: CenterOffer): Promise<void> {
  const recipient = await offeredCenter({ ticketId, centerId });
  if (!recipient) return;
  const locale = await localeOf(recipient.phone);
  const job = { name: "notifications.pushToCenter", payload: { ticketId, centerId, handBacks } };
  const failures: unknown[] = [];
  for (const { id, hash, name, subscription } of await browsersOf(centerId)) {
    const cause = openCause(`ticket:${ticketId}:center:${centerId}:push:${hash.slice(0, 32)}`, handBacks);
    const options = { path: newTickets, tag: hash.slice(0, 8) + ticketId.slice(-12), locale };
    await deliver({ cause, channel: "push", template: "centerNewRequest", to: name, ticketId, job }, async () => {
      const pushed = await sendWebPush(subscription, "centerNewRequest", recipient.values, options);
      if (pushed.status === "gone") await forgetBrowser(id);
      return pushed;
    }).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
