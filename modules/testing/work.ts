import sharp from "sharp";
import type { Center } from "#modules/centers/center/center.entity.ts";
import type { Technician } from "#modules/centers/technicians/technician.entity.ts";
import { day, fromIst, fromNow, istDate, istTime, minute, moveClock, now, second } from "#modules/kernel/clock.ts";
import { seal, unseal } from "#modules/kernel/crypto.server.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import {
  addOnsitePicture,
  assignTechnician,
  changeOwnTime,
  closeTicket,
  ownTimeChange,
} from "#modules/tickets/index.ts";
import { AdminCloseTicket, ChangeTime, CloseTicket, closureRemarks } from "#modules/tickets/shared.ts";
import { type Ticket, TicketSchema } from "#modules/tickets/ticket.entity.ts";
import { ArrivalSchema } from "#modules/tickets/visit/arrival.entity.ts";
import { StartCodeSchema } from "#modules/tickets/visit/start-code.entity.ts";
import { settleDeletion } from "#modules/tickets/work/delete.ts";
import { aCenter, anAcceptedTicket, apart, asAdmin, asCenter, asVisitor, aTechnician } from "./factories.ts";

/* Work in progress for tests, made by the product's functions: a technician assigned, a picture taken, a job closed. */

/** R174, in the list's order. */
export const [paid, notApproved, notRepairable, notVisited, free] = closureRemarks;

/** A small JPEG, as a phone would send one. */
export const aPhoto = (background = "#7a9") =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** A job whose technician is at the address since yesterday at eleven in India, and called twice by day. */
export const aWaitingVisit = apart(async () => {
  const job = await aJob();
  const { id: ticketId } = job.ticket;
  const technicianId = job.technician.id;
  // Yesterday morning: whatever the hour is now, the minutes and the calls by day are there.
  const reachedAt = fromIst(istDate(fromNow(-day)), "11:00");
  const lastCallAt = new Date(reachedAt.getTime() + 15 * minute);
  em().create(ArrivalSchema, { ticketId, technicianId, reachedAt, calls: 2, lastCallAt, calledByDay: true });
  await em().flush();
  return job;
});

/** A ticket as it is in the database now. */
export const fresh = apart(
  ({ id }: { id: string }): Promise<Ticket> => em().findOneOrFail(TicketSchema, { id }, { refresh: true }),
);

/** The customer's codes, which are never shown to others. */
export async function codesOf(ticket: { id: string }) {
  const { happyCode, unhappyCode } = await fresh(ticket);
  return { happy: unseal(happyCode!), unhappy: unseal(unhappyCode!) };
}

/** Four digits that are neither of a ticket's codes. */
export async function aWrongCode(ticket: { id: string }) {
  const { happy, unhappy } = await codesOf(ticket);
  return ["1111", "2222", "3333"].find((code) => code !== happy && code !== unhappy)!;
}

/** The start code of a request, which is shown to its customer alone. */
export const startCodeOf = async ({ id: ticketId }: { id: string }) =>
  unseal((await em().findOneOrFail(StartCodeSchema, { ticketId }, { refresh: true })).code);

/** Makes a start code for a request whose visit has begun with it. */
export const aProvedStart = (ticketId: string) =>
  em().create(StartCodeSchema, { ticketId, code: seal("4321"), createdAt: now(), provedAt: now(), provedBy: "code" });

export type Job = { center: Center; technician: Technician; ticket: Ticket };

/** An accepted ticket with an assigned technician of its center. */
export const aJob = apart(async (fields: Partial<Ticket> = {}, at?: Center): Promise<Job> => {
  const center = at ?? (await aCenter());
  const technician = await aTechnician({ center });
  const ticket = await anAcceptedTicket(center, fields);
  await assignTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId: technician.id });
  return { center, technician, ticket: await fresh(ticket) };
});

/** The customer of a request wants the last free window there is. */
export const aTimeChange = apart(async ({ publicId, phone }: Pick<Ticket, "publicId" | "phone">) => {
  const customer = asVisitor(phone);
  const change = await ownTimeChange(customer, publicId);
  if ("against" in change) throw new Error(change.against);
  const at = change.days.flatMap(({ windows }) => windows).findLast(({ state }) => state === "free")!.from;
  const when = `${istDate(at)}T${istTime(at)}`;
  return changeOwnTime(customer, ChangeTime.parse({ ticketId: publicId, when, version: change.version }));
});

/** A job with a picture, and its happy code: ready to be closed as done. */
export const aDoneJob = apart(async (fields: Partial<Ticket> = {}, at?: Center): Promise<Job & { code: string }> => {
  const job = await aJob(fields, at);
  await addOnsitePicture(asCenter(job.center), { ticketId: job.ticket.publicId, upload: await aPhoto() });
  return { ...job, code: (await codesOf(job.ticket)).happy };
});

/** Close a ticket as its center, with the fields parsed as by a form. */
export const closeAs = (center: Center, ticket: Ticket, fields: Record<string, unknown>) =>
  closeTicket(asCenter(center), CloseTicket.parse({ ticketId: ticket.publicId, amount: 0, ...fields }));

/** A ticket closed by an admin, for 500 rupees by default. */
export const aClosedJob = apart(async (fields: Partial<Ticket> = {}, amount = 500, at?: Center): Promise<Job> => {
  const job = await aJob(fields, at);
  await closeTicket(asAdmin(), AdminCloseTicket.parse({ ticketId: job.ticket.publicId, amount }));
  return { ...job, ticket: await fresh(job.ticket) };
});

/** Lets the time to undo an admin's deletion pass, and runs its job. */
export async function deletionSettles({ id: ticketId }: { id: string }) {
  moveClock(10 * second);
  await runJob(settleDeletion, { ticketId });
}
