import type { TicketStatus } from "../labels.ts";

/*
 * What a status says of a request's life: three readings of the same seven, without I/O. The same as conditions over
 * `tickets` are in states-sql.ts.
 */

/** Nobody stops it: it is neither on hold, nor over. */
export const liveStatuses = ["PENDING", "ACCEPTED", "VERIFIED"] as const satisfies readonly TicketStatus[];

/** It is over: nobody works on it. One on hold is not; one that a punch review refused is until a review verifies it. */
export const endedStatuses = ["CLOSED", "CANCEL", "REJECT"] as const satisfies readonly TicketStatus[];

/**
 * It is settled. Every other request is open: it counts for its center, technician and client and stands in the lists of
 * open ones, and so does a refused one, which may be verified yet.
 */
const settledStatuses = ["CLOSED", "CANCEL"] as const satisfies readonly TicketStatus[];

type Held = { status: string };

export const isLive = ({ status }: Held): boolean => liveStatuses.some((live) => live === status);
export const hasEnded = ({ status }: Held): boolean => endedStatuses.some((ended) => ended === status);
export const isSettled = ({ status }: Held): boolean => settledStatuses.some((settled) => settled === status);

/**
 * Whether its work has begun: the customer said the start code at the door, or an operator confirmed it; of a pick and drop,
 * which has no code, its driver said so. Job Started (`startedAt`), which a picture or a technician's status sets, is only
 * shown: what the customer may do, and whether a visit is late or missed, does not follow from it.
 */
export const hasBegun = ({ startProvedAt }: { startProvedAt?: Date | string | null | undefined }): boolean =>
  startProvedAt != null;

/** Whether it ended without the work: cancelled, or refused by a punch review. */
export const endedEarly = (ticket: Held): boolean => hasEnded(ticket) && ticket.status !== "CLOSED";

/**
 * Whether its customer waits for nobody, by what happens now: it ended, no center serves it, or its fee was not paid in
 * time. The last two may be cancelled and corrected yet.
 */
export const waitsForNobody = (ticket: Held, now: { key: string }): boolean =>
  hasEnded(ticket) || now.key === "tracking.now.noService" || now.key === "booking.pay.over";
