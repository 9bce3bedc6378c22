import { sql } from "kysely";
import { z } from "zod";
import { proofMissing } from "#modules/access/index.ts";
import { type Actor, isDesk, needKind } from "#modules/kernel/actor.ts";
import { fromNow, minute, now } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { denied } from "#modules/kernel/errors.ts";
import { keysetPage, type Page, type Place, pageMap } from "#modules/kernel/lists/keyset.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import type { InboxEntry } from "../shared.ts";
import { type Notice, noticeLink, noticeText } from "../tell/notices.ts";

/** How long an entry is new after it is first shown, so that a page read again by live news still marks it. */
const newFor = minute;

/** Unread entries are counted up to this. */
const countedUpTo = 100;

type InboxRow = Omit<InboxEntry, "title" | "description" | "isNew" | "link"> & {
  accountId: string;
  seenAt: string | null;
} & ({ title: string; description: string; kind: null } | ({ title: null; description: null } & Notice));

const whole = z.object({ at: z.date() });

/**
 * A page of an inbox, newest first: a center's, a technician's, or the customer's of the phones a visitor proved. What is
 * shown counts as delivered, once, and is marked as new for a minute. A center's own notices are worded in the
 * reader's language.
 */
export async function readInbox(
  actor: Actor,
  { after, before, take }: Place = {},
  { locale = "en" }: { locale?: Locale } = {},
): Promise<Page<InboxEntry>> {
  const accounts = await accountsOf(actor);
  const markOf = (entry: InboxRow) => ({ at: whole.parse(entry).at, id: entry.id });
  const page = await keysetPage<InboxRow>(actor, { after, before, take }, { markOf }, ({ beyond, order, limit }) =>
    rows(
      sql`select * from (
         select r.send_id as id, r.account_id as "accountId", r.created_at as at, n.title, n.description,
                null as kind, null::jsonb as facts, r.seen_at as "seenAt"
           from notification_recipients r
           join notification_sends s on s.id = r.send_id join notifications n on n.id = s.notification_id
          where r.account_id = any(${accounts}::uuid[]) and s.starts_at <= ${now()}
         union all
         select c.id, c.center_id, c.created_at, null, null, c.kind, c.facts, c.seen_at
           from center_notices c where c.center_id = any(${accounts}::uuid[]) and ${seenBy(actor, sql`c.kind`)}) as e
        where ${beyond("e.at", "e.id")} order by ${order("e.at", "e.id")} limit ${limit}`,
    ),
  );
  const unseen = page.rows.filter(({ seenAt }) => seenAt === null);
  if (unseen.length > 0) await markSeen(accounts, [...new Set(unseen.map(({ id }) => id))]);
  const newSince = fromNow(-newFor);
  return pageMap(page, (entry) => {
    const { title, description } = entry.kind === null ? entry : noticeText(entry, locale);
    const isNew = entry.seenAt === null || new Date(entry.seenAt) > newSince;
    const link = entry.kind === null ? null : noticeLink(entry);
    return { id: entry.id, at: entry.at, title, description, isNew, link };
  });
}

const markSeen = (accounts: readonly string[], ids: readonly string[]) =>
  transaction(async () => {
    await rows(
      sql`update center_notices set seen_at = ${now()}
        where center_id = any(${accounts}::uuid[]) and id = any(${ids}::uuid[]) and seen_at is null`,
    );
    const seen = await rows<{ id: string }>(
      sql`update notification_recipients set seen_at = ${now()}
        where account_id = any(${accounts}::uuid[]) and send_id = any(${ids}::uuid[]) and seen_at is null returning send_id as id`,
    );
    const counts = new Map<string, number>();
    for (const { id } of seen) counts.set(id, (counts.get(id) ?? 0) + 1);
    await rows(
      sql`update notification_sends s set delivered = delivered + c.n
         from unnest(${[...counts.keys()]}::uuid[], ${[...counts.values()]}::int[]) as c (id, n) where s.id = c.id`,
    );
  });

/** How many entries of a center's inbox are unread, up to 100. */
export async function countUnread(actor: Actor): Promise<number> {
  needKind(actor, "center");
  const counted = await row<{ n: number }>(
    sql`select count(*)::int as n from (
       (select from notification_recipients r join notification_sends s on s.id = r.send_id and s.starts_at <= ${now()}
         where r.account_id = ${actor.centerId} and r.seen_at is null limit ${sql.lit(countedUpTo)})
       union all (select from center_notices where center_id = ${actor.centerId} and ${seenBy(actor, sql`kind`)} and seen_at is null limit ${sql.lit(countedUpTo)})
       limit ${sql.lit(countedUpTo)}) unread`,
  );
  return counted?.n ?? 0;
}

/** Notices about papers, subscription and wallet are the owner's; a center's desk reads what the center is disabled for. */
const seenBy = (actor: Actor, kind: Sql): Sql => (isDesk(actor) ? sql`${kind} = 'restricted'` : sql`true`);

async function accountsOf(actor: Actor): Promise<string[]> {
  if (actor.kind === "center") return [actor.centerId];
  if (actor.kind === "technician") return [actor.technicianId];
  if (actor.kind !== "anyone") throw denied();
  if (actor.phones.length === 0) throw proofMissing(actor);
  const consumers = await rows<{ id: string }>(sql`select id from consumers where phone = any(${actor.phones})`);
  return consumers.map(({ id }) => id);
}
