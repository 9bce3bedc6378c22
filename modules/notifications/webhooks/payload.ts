import { createHmac } from "node:crypto";
import { z } from "zod";
import type { ClientTicketFacts } from "#modules/tickets/index.ts";
import { type BroadcastStatus, broadcastStatuses, type TicketStatus, ticketStatuses } from "#modules/tickets/labels.ts";
import { eventsVersion, testEvent, type WebhookEvent, webhookEvents } from "../webhook-schemas.ts";

const moment = z.iso.datetime();

/** What the body of every delivery begins with. */
const head = {
  id: z.uuid().describe("The event's id; the same in every try, at each of your addresses and in client/events"),
  version: z
    .literal(eventsVersion)
    .describe("Version of this body: fields may be added under it, none goes or changes"),
  account: z.uuid().describe("Id of the client it is about, for receivers of several"),
};

/** The body of a delivery about a request; the documentation is made of it. */
export const RequestEvent = z.object({
  ...head,
  type: z.enum(webhookEvents).describe("What happened"),
  timestamp: moment.describe("When it happened, in UTC; the same in every try"),
  data: z
    .object({
      _id: z.string().describe("The request's id in calls and links"),
      ticket_id: z.string().describe("Its number"),
      ticket_status: z.enum(ticketStatuses),
      displayed_status: z.string().describe("Its status in the words people see"),
      broadcast_status: z.enum(broadcastStatuses).nullable(),
      service_available: z.boolean().describe("Whether a center serves that place"),
      is_technician_assigned: z.boolean(),
      service_provided_client_id: z.string().nullable().describe("Your own number of it, as you sent it"),
      createdAt: moment,
      acceptedAt: moment.nullable(),
      assignedAt: moment.nullable(),
      closedAt: moment.nullable(),
    })
    .describe("The request as it was at that moment; it names no person: ask admin/get-client-ticket"),
});

/** The body of a test, which no request stands behind. */
export const TestEvent = z.object({
  ...head,
  type: z.literal(testEvent),
  timestamp: moment.describe("When it was asked for, in UTC"),
  data: z.object({}),
});

type Stored<Value> = Value extends Date ? string : Value;

/** The facts as the log keeps them: instants are text. */
export type StoredFacts = { [Name in keyof ClientTicketFacts]: Stored<ClientTicketFacts[Name]> };

/**
 * What an endpoint is sent: the event and the request by the names of the client's own call, of the moment it happened.
 * It names no person: who wants name, phone and address asks `admin/get-client-ticket`, which knows who may see them.
 */
export function payloadOf({ facts, ...about }: About & { facts: StoredFacts | null }): string {
  if (facts) return JSON.stringify(bodyOf({ ...about, facts }));
  const { id, account, at } = about;
  const body: z.input<typeof TestEvent> = {
    id,
    version: eventsVersion,
    account,
    type: testEvent,
    timestamp: at.toISOString(),
    data: {},
  };
  return JSON.stringify(body);
}

/** An event's id, its kind, the id of the client it is about, and when it happened. */
type About = { id: string; event: string; account: string; at: Date };

export type RequestEventBody = z.input<typeof RequestEvent>;

/** An event about a request, as webhooks send it and the list of past ones answers it. */
export function bodyOf({ id, event, account, at, facts }: About & { facts: StoredFacts }): RequestEventBody {
  return {
    id,
    version: eventsVersion,
    account,
    type: event as WebhookEvent,
    timestamp: at.toISOString(),
    data: {
      _id: facts.id,
      ticket_id: facts.number,
      ticket_status: facts.status as TicketStatus,
      displayed_status: facts.displayedStatus,
      broadcast_status: facts.broadcastStatus as BroadcastStatus | null,
      service_available: facts.serviceAvailable,
      is_technician_assigned: facts.technicianAssigned,
      service_provided_client_id: facts.clientReference,
      createdAt: facts.createdAt,
      acceptedAt: facts.acceptedAt,
      assignedAt: facts.assignedAt,
      closedAt: facts.closedAt,
    },
  };
}

/**
 * The `webhook-signature` of Standard Webhooks: `v1,` and the Base64 of the HMAC-SHA256 over `id.timestamp.body`, once
 * for each secret, separated by spaces. A secret is `whsec_` and the Base64 of its bytes; the timestamp is in seconds.
 */
const signatureOf = (secrets: readonly string[], id: string, timestamp: number, body: string) =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
    })
    .join(" ");

/** The headers of a delivery. */
export const headersOf = (secrets: readonly string[], id: string, timestamp: number, body: string) => ({
  "content-type": "application/json",
  "user-agent": "gharseva-webhooks/1",
  "webhook-id": id,
  "webhook-timestamp": String(timestamp),
  "webhook-signature": signatureOf(secrets, id, timestamp, body),
});
