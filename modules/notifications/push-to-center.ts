import { localeOf } from "../access/index.ts";
import { sendWebPush } from "../kernel/gateways/web-push.server.ts";
import { deliver } from "./deliver.ts";
import { browsersOf, forgetBrowser } from "./subscriptions.ts";
import { askedCenter } from "./tell-centers.ts";

/** Where a click on the push leads: New Tickets. */
const newTickets = "/brodcast-requests";

/**
 * Push a request that waits to each browser of a center that asked for it: service and pincode, nothing of the customer.
 * A browser that took its subscription back is forgotten; one that cannot be reached now does not hold up the others.
 */
export async function pushToCenter({ ticketId, centerId }: { ticketId: string; centerId: string }): Promise<void> {
  const asked = await askedCenter({ ticketId, centerId });
  if (!asked) return;
  const locale = await localeOf(asked.phone);
  const job = { name: "notifications.pushToCenter", payload: { ticketId, centerId } };
  const failures: unknown[] = [];
  for (const { id, hash, name, subscription } of await browsersOf(centerId)) {
    const cause = `ticket:${ticketId}:center:${centerId}:push:${hash.slice(0, 32)}`;
    const options = { path: newTickets, tag: hash.slice(0, 8) + ticketId.slice(-12), locale };
    await deliver({ cause, channel: "push", template: "centerNewRequest", to: name, ticketId, job }, async () => {
      const pushed = await sendWebPush(subscription, "centerNewRequest", asked.values, options);
      if (pushed.status === "gone") await forgetBrowser(id);
      return pushed;
    }).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
