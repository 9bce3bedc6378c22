import type { Actor } from "#modules/kernel/actor.ts";
import * as deliveries from "./deliveries.ts";
import type { DeliveryRef, EndpointRef } from "./input.ts";
import { wakeWebhooks } from "./jobs.ts";

/* What clients and operators do with webhooks. */

export { clientEvents } from "./client-events.ts";
export { deliveryOf, listDeliveries } from "./deliveries.ts";
export { deliveriesTable } from "./deliveries-table.ts";
export {
  addEndpoint,
  changeEndpoint,
  endpointNamed,
  endpointsOf,
  removeEndpoint,
  renewSecret,
  switchEndpoint,
  turnOffEveryEndpoint,
} from "./endpoints.ts";
export { webhookGuide, webhookSchemas } from "./guide.ts";
export { RequestEvent, UploadEvent } from "./payload.ts";

/** Send a test to an endpoint; see `deliveries.ts`. */
export const sendTest = (actor: Actor, input: EndpointRef) => deliveries.sendTest(actor, input, wakeWebhooks);

/** Send one delivery again. */
export const replayDelivery = (actor: Actor, input: DeliveryRef) =>
  deliveries.replayDelivery(actor, input, wakeWebhooks);

/** Send again all given-up deliveries of an endpoint; returns how many. */
export const replayFailedDeliveries = (actor: Actor, input: EndpointRef) =>
  deliveries.replayFailed(actor, input, wakeWebhooks);
