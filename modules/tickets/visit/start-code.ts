import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { hmac, sameSecret, seal, unseal } from "#modules/kernel/crypto.server.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { countUseWithin } from "#modules/kernel/db/limits.server.ts";
import { conflict, type DomainError, denied, invalid } from "#modules/kernel/errors.ts";
import { sealedColumn } from "#modules/kernel/secrets/sealed-places.server.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { startCodeMade } from "../events.ts";
import { getTicket, ticketInCharge, ticketOfLink } from "../get-ticket.ts";
import { recordOn } from "../history.ts";
import { needMay } from "../policy.ts";
import { isLive } from "../states/states.ts";
import type { Ticket } from "../ticket.entity.ts";
import { topicsOf } from "../topics.ts";
import { fourDigits } from "./codes.ts";
import type { StartVisit } from "./input.ts";
import { markStarted } from "./mark-started.ts";
import { type StartCode, StartCodeSchema } from "./start-code.entity.ts";

/*
 * The start code proves that a visit began: the customer has it from the agreement on and says it to the technician at
 * the door. Five wrong tries make a new one, which the customer gets, at most twice a request; afterwards only an operator
 * can say that the visit began.
 */

export const startCodeSealedIn = sealedColumn({ table: "start_codes", column: "code", key: "ticket_id" });

/** How many wrong codes may be entered before a new one is made, and how many new ones a request may have. */
const startTries = 5;
const mostReplaced = 2;

const startCodeOf = (ticketId: string) => em().findOne(StartCodeSchema, { ticketId }, { refresh: true });

/**
 * Make the start code of a locked request that a center agreed to and send it to the customer; a former one ends. A pick
 * and drop has none.
 */
export async function giveStartCode(ticket: Ticket): Promise<void> {
  if (!ticket.vehicleId) await sendNew((await startCodeOf(ticket.id)) ?? firstOf(ticket));
}

/**
 * The same for a locked request that has none yet, because its center got it without an agreement: its customer sees the
 * code on the tracking page, and no message is sent.
 */
export async function needStartCode(ticket: Ticket): Promise<void> {
  if (!ticket.vehicleId && !(await startCodeOf(ticket.id))) await renew(firstOf(ticket));
}

const firstOf = ({ id: ticketId }: Ticket) => em().create(StartCodeSchema, { ticketId, code: "", createdAt: now() });

async function sendNew(startCode: StartCode): Promise<void> {
  const sealedCode = await renew(startCode);
  await emit(startCodeMade, { ticketId: startCode.ticketId, sealedCode });
}

async function renew(startCode: StartCode): Promise<string> {
  const sealedCode = seal(fourDigits());
  Object.assign(startCode, { code: sealedCode, tries: 0, createdAt: now(), provedAt: null, provedBy: null });
  await em().flush();
  return sealedCode;
}

/**
 * Begin the visit with the customer's code, as the assigned technician or its center: the job is started, and the beginning
 * proved. Repeating after that changes nothing. Refuses with `ticket.ended`, `ticket.noTechnician`, `startCode.none` for a
 * request without one, `startCode.wrong`, `startCode.replaced` at the fifth wrong code, and `startCode.locked` once only an
 * operator can.
 */
export async function startVisit(actor: Actor, input: StartVisit): Promise<void> {
  const refusal = await transaction(() => start(actor, input));
  // Thrown after the commit, so that the wrong code is counted.
  if (refusal) throw refusal;
}

async function start(actor: Actor, { ticketId, code }: StartVisit): Promise<DomainError | undefined> {
  if (actor.kind !== "technician" && actor.kind !== "center") throw denied();
  const ticket = await startable(await ticketInCharge(actor, ticketId));
  const startCode = await startCodeOf(ticket.id);
  if (!startCode) throw conflict("startCode.none");
  if (startCode.provedAt) return undefined;
  if (startCode.tries >= startTries) throw conflict("startCode.locked");
  if (!sameSecret(unseal(startCode.code), code)) return refuseCode(actor, ticket, startCode);
  await prove(actor, ticket, startCode, "code");
  return undefined;
}

/**
 * Say, as an operator, that a visit began whose code cannot be entered any more: the job is started, and the beginning
 * proved. Refuses with `ticket.ended`, `ticket.noTechnician` and, for a request that has no code, `startCode.none`.
 */
export const confirmStart = (actor: Actor, { ticketId }: { ticketId: string }): Promise<void> =>
  transaction(async () => {
    needMay(actor, "editRequests");
    const ticket = await startable(await getTicket(actor, ticketId, { lock: true }));
    const startCode = await startCodeOf(ticket.id);
    if (!startCode) throw conflict("startCode.none");
    if (!startCode.provedAt) await prove(actor, ticket, startCode, "operator");
  });

const daySeconds = 24 * 3600;
const sentOfRequest = { name: "startCode.request", points: 2, seconds: daySeconds, onFailure: "closed" } as const;
const sentToPhone = { name: "startCode.phone", points: 4, seconds: daySeconds, onFailure: "closed" } as const;

/**
 * Send the customer their start code again, as the assigned technician or its center, which never see it: twice a day for
 * a request and four times for a phone, refused above with `error.tooMany`. Refuses with `ticket.ended`,
 * `ticket.noTechnician`, `startCode.none`, `startCode.locked`, and `visit.begun` once the code was given.
 */
export const sendStartCode = (actor: Actor, { ticketId }: { ticketId: string }): Promise<void> =>
  transaction(async () => {
    if (actor.kind !== "technician" && actor.kind !== "center") throw denied();
    const ticket = await startable(await ticketInCharge(actor, ticketId));
    const startCode = await startCodeOf(ticket.id);
    if (!startCode) throw conflict("startCode.none");
    if (startCode.provedAt) throw conflict("visit.begun");
    if (startCode.tries >= startTries) throw conflict("startCode.locked");
    // The same digits, sealed anew: a message is sent once for each seal.
    startCode.code = seal(unseal(startCode.code));
    await em().flush();
    await recordOn(actor, ticket, { event: "ticket.startCodeSent" });
    await emit(startCodeMade, { ticketId: ticket.id, sealedCode: startCode.code });
    await countUseWithin(sentToPhone, hmac("start-code", ticket.phone));
    await countUseWithin(sentOfRequest, ticket.id);
  });

async function startable(ticket: Ticket): Promise<Ticket> {
  if (!isLive(ticket)) throw conflict("ticket.ended");
  if (!ticket.technicianId) throw conflict("ticket.noTechnician");
  return ticket;
}

async function prove(actor: Actor, ticket: Ticket, startCode: StartCode, by: "code" | "operator"): Promise<void> {
  startCode.provedAt = now();
  startCode.provedBy = by;
  ticket.startProvedAt = startCode.provedAt;
  await recordOn(actor, ticket, { event: "ticket.startProved", data: { by } });
  await markStarted(actor, ticket);
  await announce(await topicsOf(ticket));
}

async function refuseCode(actor: Actor, ticket: Ticket, startCode: StartCode): Promise<DomainError> {
  startCode.tries += 1;
  await recordOn(actor, ticket, { event: "ticket.startRefused", data: { tries: startCode.tries } });
  if (startCode.tries < startTries) return invalid("startCode.wrong", { code: "startCode.wrong" });
  if (startCode.replaced >= mostReplaced) return conflict("startCode.locked");
  startCode.replaced += 1;
  await sendNew(startCode);
  return invalid("startCode.replaced", { code: "startCode.replaced" });
}

/** Whether a code is the one of a request now, for the message that says it. */
export async function isStartCodeOf(ticketId: string, sealedCode: string): Promise<boolean> {
  const startCode = await startCodeOf(ticketId);
  return startCode !== null && startCode.provedAt === null && startCode.code === sealedCode;
}

/** The code in a message's payload; only for the message to the customer. */
export const readStartCode = (sealedCode: string) => unseal(sealedCode);

/**
 * The start code of a request for its customer, from the agreement until the visit began, only in a browser that verified
 * its phone. Null for everybody else: no center, technician or operator ever sees it.
 */
export async function ownStartCode(actor: Actor, publicId: string): Promise<string | null> {
  const ticket = await ticketOfLink(publicId);
  if (actor.kind !== "anyone" || !actor.phones.includes(ticket.phone)) return null;
  if (!ticket.centerId || !isLive(ticket)) return null;
  const startCode = await startCodeOf(ticket.id);
  return startCode && !startCode.provedAt ? unseal(startCode.code) : null;
}

/** Whether the visit began with the customer's code; an operator's word is none. */
export const isStartedByCode = async (ticketId: string): Promise<boolean> =>
  (await startCodeOf(ticketId))?.provedBy === "code";

/** Where a request stands with its start code, for who serves it; null for none. */
export async function startState(ticketId: string): Promise<"open" | "locked" | "proved" | null> {
  const startCode = await startCodeOf(ticketId);
  if (!startCode) return null;
  if (startCode.provedAt) return "proved";
  return startCode.tries >= startTries ? "locked" : "open";
}
