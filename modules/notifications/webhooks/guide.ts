import { z } from "zod";
import { day, hour, second } from "#modules/kernel/clock.ts";
import type { UploadFacts } from "#modules/tickets/index.ts";
import { displayedStatus, type TicketStatus } from "#modules/tickets/labels.ts";
import { retentionMs } from "./deliveries.ts";
import { mostEndpoints, type RequestEventName, requestEvents, testEvent, uploadEvent } from "./input.ts";
import { headersOf, payloadOf, RequestEvent, type StoredFacts, TestEvent, UploadEvent } from "./payload.ts";
import { webhookReceivers } from "./receivers.ts";
import { answerMs, pausesMs, silencedAfterMs } from "./send.ts";
import { tryForMs } from "./write-deliveries.ts";

/* What a client's developer reads about webhooks, made of what sends them. */

/** The state of a request at each event, in an example. */
const exampleStates: Record<
  RequestEventName,
  { status?: TicketStatus; offered?: boolean; served?: boolean; assigned?: boolean }
> = {
  "request.created": {},
  "request.offered": { offered: true },
  "request.unserved": { served: false },
  "request.accepted": { status: "ACCEPTED" },
  "request.technician_assigned": { status: "ACCEPTED", assigned: true },
  "request.started": { status: "ACCEPTED", assigned: true },
  "request.status_changed": { status: "VERIFIED", assigned: true },
  "request.updated": { offered: true },
  "request.closed": { status: "CLOSED", assigned: true },
  "request.cancelled": { status: "CANCEL" },
  "request.deleted": {},
  "request.restored": {},
};

function exampleFacts(event: RequestEventName): StoredFacts {
  const { status = "PENDING", offered = false, served = true, assigned = false } = exampleStates[event];
  const accepted = status !== "PENDING" && status !== "CANCEL";
  const broadcastStatus = accepted ? "accepted after broadcast" : offered ? "broadcasted" : null;
  return {
    id: "Zk3v9Qm1T0uXw2yB5cD7eA",
    number: "REQ-261123-4F7K",
    status,
    broadcastStatus,
    displayedStatus: displayedStatus({ status, broadcastStatus, technicianId: assigned ? "a technician" : null }),
    serviceAvailable: served,
    technicianAssigned: assigned,
    clientReference: "PO-2041",
    createdAt: "2026-11-23T08:30:00.000Z",
    acceptedAt: accepted ? "2026-11-23T08:41:00.000Z" : null,
    assignedAt: assigned ? "2026-11-23T08:55:00.000Z" : null,
    closedAt: status === "CLOSED" ? "2026-11-23T11:20:00.000Z" : null,
  };
}

const exampleUpload: UploadFacts = {
  id: "019ad2c4-7c1e-7000-8000-000000000000",
  state: "done",
  received: 250,
  accepted: 247,
  rejected: 3,
  reason: null,
};

/** The secret of the examples, which signs nothing else. */
const exampleSecret = "whsec_RXhhbXBsZXNPbmx5TmV2ZXJTaWduc0FueXRoaW5nRWxzZSE=";

/** The bodies as JSON Schemas. */
export const webhookSchemas = () => ({
  RequestEvent: schemaOf(RequestEvent),
  UploadEvent: schemaOf(UploadEvent),
  TestEvent: schemaOf(TestEvent),
});

function schemaOf(body: z.ZodType) {
  const { $schema: _, additionalProperties: __, ...schema } = z.toJSONSchema(body);
  return schema;
}

/** Everything the documentation says about webhooks: names, bodies, headers and figures as they are in the code. */
export function webhookGuide() {
  const at = new Date("2026-11-23T11:20:00.000Z");
  const about = { id: "0193b1a1-0000-7000-8000-000000000000", account: "0193b1a0-0000-7000-8000-000000000000", at };
  const bodyOf = (event: RequestEventName) => payloadOf({ ...about, event, facts: exampleFacts(event) });
  const example = <Event extends string>(event: Event, body: string) => ({
    event,
    example: JSON.stringify(JSON.parse(body), null, 2),
  });
  const id = "0193b1a2-0000-7000-8000-000000000000";
  return {
    events: [
      ...requestEvents.map((event) => example(event, bodyOf(event))),
      example(uploadEvent, payloadOf({ ...about, event: uploadEvent, facts: exampleUpload })),
    ],
    test: example(testEvent, payloadOf({ ...about, event: testEvent, facts: null })),
    headers: headersOf([exampleSecret], id, at.getTime() / 1000, bodyOf("request.closed")),
    receivers: webhookReceivers,
    figures: {
      answerSeconds: answerMs / second,
      tryHours: tryForMs / hour,
      firstSeconds: pausesMs[0]! / second,
      lastHours: pausesMs.at(-1)! / hour,
      silencedDays: silencedAfterMs / day,
      retentionDays: retentionMs / day,
      endpoints: mostEndpoints,
    },
  };
}
