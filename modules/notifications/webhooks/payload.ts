import { createHmac } from "node:crypto";
import type { ClientTicketFacts } from "#modules/tickets/index.ts";

/** The facts as the log keeps them: instants are text. */
export type StoredFacts = {
  [Name in keyof ClientTicketFacts]: ClientTicketFacts[Name] extends Date | null
    ? string | null
    : ClientTicketFacts[Name];
};

/**
 * What an endpoint is sent: the event and the request by the names of the client's own call, of the moment it happened.
 * It names no person: who wants name, phone and address asks `admin/get-client-ticket`, which knows who may see them.
 */
export const payloadOf = (event: string, createdAt: Date, facts: StoredFacts | null) =>
  JSON.stringify({
    type: event,
    timestamp: createdAt.toISOString(),
    data: facts
      ? {
          _id: facts.id,
          ticket_id: facts.number,
          ticket_status: facts.status,
          displayed_status: facts.displayedStatus,
          broadcast_status: facts.broadcastStatus,
          service_available: facts.serviceAvailable,
          is_technician_assigned: facts.technicianAssigned,
          service_provided_client_id: facts.clientReference,
          createdAt: facts.createdAt,
          acceptedAt: facts.acceptedAt,
          assignedAt: facts.assignedAt,
          closedAt: facts.closedAt,
        }
      : {},
  });

/**
 * The `webhook-signature` of Standard Webhooks: `v1,` and the Base64 of the HMAC-SHA256 over `id.timestamp.body`, once
 * for each secret, separated by spaces. A secret is `whsec_` and the Base64 of its bytes; the timestamp is in seconds.
 */
export const signatureOf = (secrets: readonly string[], id: string, timestamp: number, body: string) =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
    })
    .join(" ");
