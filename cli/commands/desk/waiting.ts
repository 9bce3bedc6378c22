import { centerNamed } from "#modules/centers/index.ts";
import { offerWaitingFor } from "#modules/tickets/index.ts";
import { centerName } from "../centers.ts";
import { type Acting, acting, tellDone } from "./operator.ts";

/** `tickets offer-waiting`: offers the open requests that wait to a center they fit, or to all such centers. */
export async function offerWaiting(options: Acting & { center?: string }) {
  const { center } = options;
  const done = await acting(options, "tickets offer-waiting", async (actor) => {
    const centerId = center === undefined ? undefined : (await centerNamed(centerName(center))).id;
    return offerWaitingFor(actor, { centerId });
  });
  const { centers, requests } = done.result;
  tellDone(done, requests === null ? `runs for ${centers} centers` : `${requests} requests offered`, options);
}
