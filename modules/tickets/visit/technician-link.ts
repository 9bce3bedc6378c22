import { sql } from "kysely";
import type { Asker } from "#modules/access/index.ts";
import { requestTechnicianOtp, signInTechnician } from "#modules/centers/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { hashToken, randomToken } from "#modules/kernel/crypto.server.ts";
import { em, row } from "#modules/kernel/db/db.server.ts";
import { conflict, missing } from "#modules/kernel/errors.ts";
import { maskPublic } from "#modules/kernel/mask.ts";
import type { Locale } from "#modules/messages/index.ts";
import { hasNotEndedSql } from "../states/states-sql.ts";
import { TechnicianLinkSchema } from "./technician-link.entity.ts";

/*
 * The link of a technician to a visit grants nothing by itself: it lets its holder ask for a code, which goes to the
 * phone of the assigned technician alone. It is open while that technician has the request and the request is open.
 */

type Assigned = { ticketId: string; technicianId: string };

/** Create a link for the message to a request's technician and return its token; only the hash is stored. */
export async function makeTechnicianLink({ ticketId, technicianId }: Assigned): Promise<string> {
  const token = randomToken(16);
  em().create(TechnicianLinkSchema, { ticketId, technicianId, tokenHash: hashToken(token) });
  await em().flush();
  return token;
}

type Linked = {
  /** Public id of the request. */
  ticketId: string;
  technicianId: string;
  phone: string;
  isOpen: boolean;
};

async function linkedBy(token: string): Promise<Linked> {
  const linked = await row<Linked>(
    sql`select t.public_id as "ticketId", w.id as "technicianId", w.phone,
            t.technician_id is not distinct from w.id and t.deleted_at is null and w.deleted_at is null
              and ${hasNotEndedSql()} as "isOpen"
       from technician_links l join tickets t on t.id = l.ticket_id join technicians w on w.id = l.technician_id
      where l.token_hash = ${hashToken(token)}`,
  );
  if (!linked) throw missing("visitLink.unknown");
  return linked;
}

async function openLinkedBy(token: string): Promise<Linked> {
  const linked = await linkedBy(token);
  if (!linked.isOpen) throw conflict("visitLink.over");
  return linked;
}

/** What the holder of a link may know of it: the masked phone its code goes to; null once the link is over. */
export type TechnicianLinkState = { phone: string | null };

/** The state of a link; refuses with `visitLink.unknown`. */
export async function technicianLinkState(token: string): Promise<TechnicianLinkState> {
  const { phone, isOpen } = await linkedBy(token);
  return { phone: isOpen ? maskPublic(phone) : null };
}

/** The phone of an open link, for finding the codes a browser asked for; no page shows it. */
export const phoneOfLink = async (token: string): Promise<string> => (await openLinkedBy(token)).phone;

/** The public id of the open visit of a link that is this technician's own; undefined otherwise. */
export async function ownVisitOfLink(
  { technicianId }: ActorOf<"technician">,
  token: string,
): Promise<string | undefined> {
  const linked = await linkedBy(token);
  return linked.isOpen && linked.technicianId === technicianId ? linked.ticketId : undefined;
}

type ByLink = Asker & { token: string };

/**
 * Send the code of a link to its technician's phone, within the limits of that phone. Refuses with `visitLink.unknown`
 * and `visitLink.over`.
 */
export async function requestLinkOtp({ token, ...asking }: ByLink & { locale?: Locale | undefined }) {
  const { phone } = await openLinkedBy(token);
  return requestTechnicianOtp({ phone, ...asking });
}

/** Sign the technician of a link in to this browser by the code, as `signInTechnician` does; returns the visit as well. */
export async function signInByLink({ token, otp, ...asker }: ByLink & { otp: string }) {
  const { phone, ticketId } = await openLinkedBy(token);
  const { session } = await signInTechnician({ phone, otp, via: "cookie", ...asker });
  return { session, ticketId };
}
