import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { textColumns } from "../fields/text-columns.ts";
import { readTexts, type Texts, type VisitText, visitNames } from "../fields/texts.ts";
import { may, visibleTo } from "../policy.ts";
import { readingOf } from "../reading.ts";
import type { KnownBefore } from "../shared.ts";

/** The last address of a phone's requests, for the form; each part as the reader may see it. */
export type LastAddress = {
  number: string;
  at: Date;
  fields: Texts<VisitText> & { name: string; pincode: string };
};

/** A request for the same phone and service of the last week. */
export type Twin = { id: string; number: string; status: string; at: Date };

/** Within how many days a request for the same phone and service may be a duplicate. */
export const twinDays = 7;
const mostTwins = 5;

/**
 * Whether the form may show whose number it is: only to an admin who may find requests by their phone (fixed point 16).
 */
const learnsOwner = (actor: Actor) => actor.kind === "admin" && may(actor, "findByPhone");

/** What is known of a phone, from requests the admin may see; nothing for an admin who may see none. */
export async function knownBefore(actor: Actor, { phone, serviceId }: KnownBefore) {
  if (!learnsOwner(actor)) return { address: null, twins: [] };
  const [address, twins] = await Promise.all([
    lastAddress(actor, phone),
    serviceId ? twinsOf(actor, { phone, serviceId }) : [],
  ]);
  return { address, twins };
}

type AddressRow = LastAddress["fields"] & { number: string; at: Date };

async function lastAddress(actor: Actor, phone: string): Promise<LastAddress | null> {
  const latest = await row<AddressRow>(
    sql`select t.ticket_id as number, t.created_at as at, t.name, t.pincode, ${textColumns(visitNames)}
       from tickets t where t.phone = ${phone} and t.house_number is not null and ${visibleTo(actor)}
      order by t.created_at desc limit 1`,
  );
  if (!latest) return null;
  const read = readingOf(actor, { closedAt: null, cancelledAt: null });
  const { number, at, name, pincode } = latest;
  return {
    number,
    at: new Date(at),
    fields: { name: read.name(name), ...readTexts(read, latest, visitNames), pincode },
  };
}

/** The requests of the last seven days for the same phone and service that an admin may see, newest first. */
export async function twinsOf(actor: Actor, { phone, serviceId }: Required<KnownBefore>): Promise<Twin[]> {
  if (!learnsOwner(actor)) return [];
  const twins = await rows<Twin>(
    sql`select t.public_id as id, t.ticket_id as number, t.status, t.created_at as at from tickets t
      where t.phone = ${phone} and t.service_id = ${serviceId}::uuid
        and t.created_at >= ${fromNow(-twinDays * day)} and ${visibleTo(actor)}
      order by t.created_at desc limit ${sql.lit(mostTwins)}`,
  );
  return twins.map((twin) => ({ ...twin, at: new Date(twin.at) }));
}
