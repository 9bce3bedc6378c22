import { z } from "zod";
import { optionalField, publicId, version } from "#modules/kernel/validation.ts";

const unwrapped = (value: unknown) => (value && typeof value === "object" && "_id" in value ? value._id : value);

/** A reference to a ticket: its public id. */
export const ticketReference = z.preprocess(unwrapped, publicId);

export const TicketRef = z.object({ ticketId: ticketReference });

/** The request, and the version of it the dialog was opened with: refused if it changed since. */
export const requestAsOpened = { ticketId: ticketReference, version: optionalField(version) };
