import { createHmac } from "node:crypto";
import { z } from "zod";
import type { ClientTicketFacts, UploadFacts } from "#modules/tickets/index.ts";
import { type BroadcastStatus, broadcastStatuses, type TicketStatus, ticketStatuses } from "#modules/tickets/labels.ts";
import { eventsVersion, type RequestEventName, requestEvents, testEvent, uploadEvent } from "./input.ts";

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
  type: z.enum(requestEvents).describe("What happened"),
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

/** The body of a delivery about an upload; its counts have the names of `admin/ticket-upload`. */
export const UploadEvent = z.object({
  ...head,
  type: z.literal(uploadEvent),
  timestamp: moment.describe("When it ended, in UTC; the same in every try"),
  data: z
    .object({
      upload_id: z.string().describe("The upload's id, as the call that began it answers"),
      state: z
        .enum(["done", "cancelled", "refused"])
        .describe("cancelled: it was stopped, and the requests created until then stay; refused: its file was, whole"),
      recievedTickets: z.number().int().describe("Rows of the file that were read"),
      acceptedTickets: z.number().int().describe("Rows of which a request was created"),
      rejectedTickets: z
        .number()
        .int()
        .describe("Rows that were left out: they have errors, or their request was there"),
      reason: z.string().nullable().describe("Code of why the file was refused, or why the upload stopped by itself"),
    })
    .describe("What became of its rows; it names no person: ask admin/ticket-upload/{upload_id} for each row"),
});

/** The body of a test, which is about no request. */
export const TestEvent = z.object({
  ...head,
  type: z.literal(testEvent),
  timestamp: moment.describe("When it was asked for, in UTC"),
  data: z.object({}),
});

type Stored<Value> = Value extends Date ? string : Value;

/** The facts as the log stores them: instants are text. */
export type StoredFacts = { [Name in keyof ClientTicketFacts]: Stored<ClientTicketFacts[Name]> };

/** The stored facts of an event: of a request, or of an upload for `upload.done`. */
export type EventFacts = StoredFacts | UploadFacts;

/**
 * The body sent to an endpoint: the event and the request or upload by the names of the client's own calls, at the
 * moment it happened; without facts it is a test. It names no person: name, phone and address are read by
 * `admin/get-client-ticket`, which checks who may see them.
 */
export function payloadOf({ facts, ...about }: About & { facts: EventFacts | null }): string {
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

export type EventBody = z.input<typeof RequestEvent> | z.input<typeof UploadEvent>;

/** An event as webhooks send it and the list of past ones answers it. */
export function bodyOf({ id, event, account, at, facts }: About & { facts: EventFacts }): EventBody {
  const begin = { id, version: eventsVersion, account, timestamp: at.toISOString() } as const;
  if (isUpload(facts))
    return {
      ...begin,
      type: uploadEvent,
      data: {
        upload_id: facts.id,
        state: facts.state,
        recievedTickets: facts.received,
        acceptedTickets: facts.accepted,
        rejectedTickets: facts.rejected,
        reason: facts.reason,
      },
    };
  return {
    ...begin,
    type: event as RequestEventName,
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

const isUpload = (facts: EventFacts): facts is UploadFacts => "received" in facts;

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
