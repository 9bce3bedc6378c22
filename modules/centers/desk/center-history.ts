import { sql } from "kysely";
import { doersOf } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import type { HistoryRow } from "#modules/kernel/db/history.ts";
import { missing } from "#modules/kernel/errors.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { deskNames } from "../logins/desk-logins.ts";
import { may, needMay } from "../policy.ts";
import type { CenterFlag } from "../registration/input.ts";
import { centerState } from "../state.ts";

/** The newest so many changes are shown. */
export const mostShown = 100;

/** One change of a center: who, when, what; `name` is null where the kind names the actor. */
export type CenterChange = {
  id: string;
  event: string;
  who: { kind: string; name: string | null };
  at: Date;
  from: string | null;
  to: string | null;
  /** The fields that changed, by name. */
  changed: string[];
  remark: string | null;
  clients: string | null;
  /** The money of a refund, penalty or bonus (paise), for who sees wallets. */
  amountPaise: number | null;
};

/** What a center was disabled for, or enabled again, and why (R398). */
export type CenterRemark = {
  id: string;
  /** What it was disabled for; empty when it was enabled (R400). */
  disabledFor: CenterFlag[];
  remarks: string;
  /** The remark shown to the center. */
  ticketRemarks: string;
  updateName: string;
  updatedAt: Date;
};

async function needCenter(actor: Actor, centerId: string) {
  needMay(actor, "seeCenters");
  const [center] = await rows(
    sql`select 1 from centers where id = ${centerId} and is_active <> ${sql.lit(centerState.DELETED)}`,
  );
  if (!center) throw missing("center.notFound");
}

const text = (value: unknown) => (typeof value === "string" ? value : "");

/** Free text as this admin may read it. */
const clean = (actor: Actor, value: unknown) =>
  may(actor, "seeContacts") ? text(value) : withoutContacts(text(value));

/** The newest 100 changes of a center, newest first: who changed what. */
export async function centerChanges(actor: Actor, centerId: string): Promise<CenterChange[]> {
  await needCenter(actor, centerId);
  const entries = await rows<HistoryRow>(
    sql`select id, event, actor_kind, actor_id, from_state, to_state, data, at from history
      where subject = 'center' and subject_id = ${centerId} order by at desc, id desc limit ${sql.lit(mostShown)}`,
  );
  const doer = await doersOf(entries);
  const people = await deskNames(entries.flatMap(({ data }) => text(data.deskLoginId) || []));
  const whoDid = (by: Parameters<typeof doer>[0], { deskLoginId }: HistoryRow["data"]) => {
    const { kind, name } = doer(by);
    return { kind, name: name ?? (nameFor(actor, people.get(text(deskLoginId)) ?? "") || null) };
  };
  return entries.map(({ id, event, from_state, to_state, data, at, ...by }) => ({
    id,
    event,
    at,
    from: from_state,
    to: to_state,
    who: whoDid(by, data),
    changed: Array.isArray(data.changed) ? data.changed.map(String) : [],
    remark: clean(actor, data.remark) || null,
    clients: clean(actor, data.clients) || null,
    amountPaise: typeof data.amountPaise === "number" && may(actor, "seeMoney") ? data.amountPaise : null,
  }));
}

/** The center feedback history (R398): each time it was disabled or enabled, newest first, up to 100. */
export async function centerFeedback(actor: Actor, { centerId }: { centerId: string }): Promise<CenterRemark[]> {
  await needCenter(actor, centerId);
  const entries = await rows<HistoryRow & { data: { to?: { disabledFor?: CenterFlag[] } } }>(
    sql`select id, event, actor_kind, actor_id, data, at from history
      where subject = 'center' and subject_id = ${centerId} and event = 'center.updated' and data->'changed' ? 'disabledFor'
      order by at desc, id desc limit ${sql.lit(mostShown)}`,
  );
  const doer = await doersOf(entries);
  return entries.map(({ id, data, at, ...by }) => ({
    id,
    updatedAt: at,
    disabledFor: data.to?.disabledFor ?? [],
    remarks: clean(actor, data.remark),
    ticketRemarks: clean(actor, data.ticketRemarks),
    updateName: doer(by).name ?? "",
  }));
}
