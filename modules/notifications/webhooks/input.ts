import { z } from "zod";
import { bound, cursor, emptyAsUndefined, id, text, wholeNumber } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";

/* Webhooks: the events of a client's requests and uploads, sent to its own system. */

const choice: MessageKey = "form.choice";

/** What happens to a request, in this order. */
export const requestEvents = [
  "request.created",
  "request.offered",
  "request.unserved",
  "request.accepted",
  "request.technician_assigned",
  "request.started",
  "request.status_changed",
  "request.updated",
  "request.closed",
  "request.cancelled",
  "request.deleted",
  "request.restored",
] as const;
export type RequestEventName = (typeof requestEvents)[number];
/** An upload that creates requests is over. */
export const uploadEvent = "upload.done";
/** What an endpoint can ask for. */
export const webhookEvents = [...requestEvents, uploadEvent] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
/**
 * The version of what is sent. Events and fields may be added under it; removing a field or changing its meaning
 * needs another version.
 */
export const eventsVersion = "1";
/** Sent only as a test. */
export const testEvent = "webhook.test";

/** How many endpoints one client has at most. */
export const mostEndpoints = 5;
export const secretOverlaps = ["now", "day", "week"] as const;

/** The ports of another host; the sandbox's own receiver has its own. */
const ports = ["", "443", "8443"];

/** What is wrong with an endpoint's address as text; the host it resolves to is checked at every connection. */
export function urlRefusal(url: string, { sandbox }: { sandbox: boolean }): MessageKey | undefined {
  const parsed = URL.parse(url);
  if (!parsed || parsed.username || parsed.password || parsed.hash) return "webhook.urlWrong";
  const own = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(parsed.hostname);
  if (sandbox && own && /^https?:$/.test(parsed.protocol)) return undefined;
  if (parsed.protocol !== "https:") return "webhook.urlHttps";
  return ports.includes(parsed.port) ? undefined : "webhook.urlPort";
}

const Receiving = z.object({
  url: text(500, "webhook.urlWrong"),
  events: z.preprocess(
    (value) => [value ?? []].flat(),
    z
      .array(z.enum(webhookEvents, choice))
      .min(1, "webhook.noEvent" satisfies MessageKey)
      .max(50, choice)
      .transform((events) => webhookEvents.filter((event) => events.includes(event))),
  ),
});

export const AddEndpoint = Receiving.extend({ clientId: id });
export type AddEndpoint = z.output<typeof AddEndpoint>;

/** Which of a client's past events: in a period, of one kind. */
export const EventsFilter = z.object({
  from: bound("start"),
  to: bound("end"),
  type: z.enum(webhookEvents, choice).optional(),
  after: cursor,
  take: z.preprocess(emptyAsUndefined, wholeNumber(1, 100).default(100)),
});
export type EventsFilter = z.output<typeof EventsFilter>;

export const EndpointRef = z.object({ endpointId: id });
export type EndpointRef = z.output<typeof EndpointRef>;
export const ChangeEndpoint = Receiving.extend({ endpointId: id });
export type ChangeEndpoint = z.output<typeof ChangeEndpoint>;
export const SwitchEndpoint = EndpointRef.extend({ on: z.enum(["on", "off"], choice) });
export type SwitchEndpoint = z.output<typeof SwitchEndpoint>;
export const RenewSecret = EndpointRef.extend({ overlap: z.enum(secretOverlaps, choice).default("day") });
export type RenewSecret = z.output<typeof RenewSecret>;
export const DeliveryRef = EndpointRef.extend({ deliveryId: id });
export type DeliveryRef = z.output<typeof DeliveryRef>;

export const deliveryStates = ["waiting", "delivered", "given_up"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why an attempt failed: `redirect` and `status` had an answer, `off` was never sent. */
export const deliveryErrors = [
  "address",
  "name",
  "refused",
  "timeout",
  "tls",
  "broken",
  "redirect",
  "status",
  "off",
] as ["address", "name", "refused", "timeout", "tls", "broken", "redirect", "status", "off"];
export type DeliveryError = (typeof deliveryErrors)[number];

/** `failing`: the last attempt failed; `silenced`: switched off by itself after days of failing. */
export type EndpointState = "active" | "failing" | "off" | "silenced";

export type Endpoint = {
  id: string;
  url: string;
  events: readonly WebhookEvent[];
  state: EndpointState;
  createdAt: Date;
  /** `name` is null where the reader may not know it. */
  by: { kind: "client" | "operator" | "system"; name: string | null };
  deliveredAt: Date | null;
  failingSince: Date | null;
  /** Until when the secret before this one signs, too. */
  oldSecretUntil: Date | null;
  waiting: number;
  givenUp: number;
};

/** `secret` is shown only in this answer. */
export type MadeEndpoint = { id: string; url: string; secret: string };

export type Delivery = {
  id: string;
  endpointId: string;
  createdAt: Date;
  event: string;
  /** The request's number; null for a test and for an upload. */
  request: string | null;
  state: DeliveryState;
  attempts: number;
  /** Status of the last answer. */
  answered: number | null;
  error: DeliveryError | null;
  tookMs: number | null;
  triedAt: Date | null;
  nextAt: Date | null;
};

/** One try of a delivery. */
export type DeliveryTry = { at: Date; answered: number | null; error: DeliveryError | null; tookMs: number };

/** A delivery with the body that is sent, written over several lines, and its newest tries, oldest first. */
export type DeliveryDetail = Delivery & { url: string; body: string; tries: DeliveryTry[] };
