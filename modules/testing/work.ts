import sharp from "sharp";
import type { Center } from "#modules/centers/center.entity.ts";
import type { Technician } from "#modules/centers/technician.entity.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { em } from "#modules/kernel/db.server.ts";
import { addOnsitePicture, assignTechnician, closeTicket } from "#modules/tickets/index.ts";
import { AdminCloseTicket, CloseTicket, closureRemarks } from "#modules/tickets/shared.ts";
import { type Ticket, TicketSchema } from "#modules/tickets/ticket.entity.ts";
import { aCenter, anAcceptedTicket, asAdmin, asCenter, aTechnician } from "./factories.ts";

/*
 * Work in progress for tests, made by the verbs themselves: a technician assigned, a picture taken, a job closed.
 */

/** R174, in the order of the list. */
export const [paid, notApproved, notRepairable, notVisited, free] = closureRemarks;

/** A small JPEG, as a phone would send one. */
export const aPhoto = (background = "#7a9") =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** A ticket as the database has it now. */
export const fresh = (ticket: { id: string }): Promise<Ticket> =>
  em().findOneOrFail(TicketSchema, { id: ticket.id }, { refresh: true });

/** The customer's codes, which no screen ever shows. */
export async function codesOf(ticket: { id: string }) {
  const { happyCode, unhappyCode } = await fresh(ticket);
  return { happy: unseal(happyCode!), unhappy: unseal(unhappyCode!) };
}

/** Four digits that are neither of a ticket's codes. */
export async function aWrongCode(ticket: { id: string }) {
  const { happy, unhappy } = await codesOf(ticket);
  return ["1111", "2222", "3333"].find((code) => code !== happy && code !== unhappy)!;
}

export type Job = { center: Center; technician: Technician; ticket: Ticket };

/** An accepted ticket with a technician of its center on the way. */
export async function aJob(wish: Partial<Ticket> = {}, at?: Center): Promise<Job> {
  const center = at ?? (await aCenter());
  const technician = await aTechnician({ center });
  const ticket = await anAcceptedTicket(center, wish);
  await assignTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId: technician.id });
  return { center, technician, ticket: await fresh(ticket) };
}

/** A job with a picture and the happy code at hand: ready to be closed as done. */
export async function aDoneJob(wish: Partial<Ticket> = {}, at?: Center): Promise<Job & { code: string }> {
  const job = await aJob(wish, at);
  await addOnsitePicture(asCenter(job.center), { ticketId: job.ticket.publicId, upload: await aPhoto() });
  return { ...job, code: (await codesOf(job.ticket)).happy };
}

/** Close a ticket as its center, the fields read as at the door. */
export const closeAs = (center: Center, ticket: Ticket, fields: Record<string, unknown>) =>
  closeTicket(asCenter(center), CloseTicket.parse({ ticketId: ticket.publicId, amount: 0, ...fields }));

/** A ticket an admin has closed, for 500 rupees unless told. */
export async function aClosedJob(wish: Partial<Ticket> = {}, amount = 500, at?: Center): Promise<Job> {
  const job = await aJob(wish, at);
  await closeTicket(asAdmin(), AdminCloseTicket.parse({ ticketId: job.ticket.publicId, amount }));
  return { ...job, ticket: await fresh(job.ticket) };
}
