import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, primaryKey, words } from "#modules/kernel/db/columns.ts";

/** How a proposal ended; over: another center has the request, it was closed, or its center lost the offer. */
export type ProposalOutcome = "chosen" | "withdrawn" | "expired" | "over";

/** Windows that a center proposed for a request offered to it; it reserves none of them. One runs per offer at most. */
export const ProposalSchema = defineEntity({
  name: "Proposal",
  tableName: "proposals",
  properties: {
    id: primaryKey(),
    ticketId: p.uuid(),
    centerId: p.uuid(),
    broadcastId: p.uuid(),
    /** The moments at which the windows begin, ISO, one to three. */
    windows: p.json<string[]>().columnType("jsonb"),
    /** Until when the customer can choose one. */
    expiresAt: instant(),
    createdAt: createdAt(),
    outcome: words().$type<ProposalOutcome>().nullable(),
    /** The begin of the window that was chosen. */
    chosen: instant().nullable(),
    endedAt: instant().nullable(),
  },
});
export type Proposal = InferEntity<typeof ProposalSchema>;
