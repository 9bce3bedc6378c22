import { z } from "zod";
import { id, messageKey, neededVisitTime, reference } from "#modules/kernel/validation.ts";
import { ticketReference } from "../reference.ts";

/** The most windows of one proposal. */
const mostWindows = 3;

/** One window from a single box or field, several as a list. */
const asList = (value: unknown) => (value === undefined || value === "" ? [] : Array.isArray(value) ? value : [value]);

const begin = neededVisitTime("proposal.choose");

/** The moments at which the proposed windows begin. */
const windows = z.preprocess(
  asList,
  z.array(begin).min(1, messageKey("proposal.choose")).max(mostWindows, messageKey("proposal.most")),
);

/** A center proposes some of its free windows for a request that is offered to it. */
export const ProposeWindows = z.object({ broadcastId: reference, windows });
export type ProposeWindows = { broadcastId: string; windows: readonly Date[] };

/** A customer chooses one of the windows of a proposal. */
export const ChooseWindow = z.object({ ticketId: ticketReference, proposalId: id, at: begin });
export type ChooseWindow = z.output<typeof ChooseWindow>;
