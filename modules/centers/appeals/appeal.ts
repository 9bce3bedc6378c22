import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type Asker, askerOf, spendOtp } from "#modules/access/index.ts";
import { type Actor, type ActorOf, needKind } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { conflict, invalid } from "#modules/kernel/errors.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import { cachedBriefly } from "#modules/kernel/work/lately.server.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import type { Center } from "../center/center.entity.ts";
import { lockedCenter } from "../center/locked-center.ts";
import { centerOfPhone } from "../center/queries.ts";
import type { CenterRef } from "../desk/input.ts";
import { may, needMay } from "../policy.ts";
import { centerState } from "../state.ts";
import type { Appeal, AppealByCode } from "./input.ts";

/* Appeals of centers that are disabled or rejected: one open message at a time. */

/** What a change of the open appeals is announced by. */
export const appealsTopic = "appeals";

/** What a center wrote, and when. */
export type OpenAppeal = { message: string; createdAt: Date };

/** A center's state as it reads it itself. */
export type OwnState = {
  /** Whether something is closed to it, so that it may send an appeal. */
  restricted: boolean;
  appeal: OpenAppeal | null;
};

type Flags = Pick<Center, "loginDisabled" | "broadcastDisabled" | "isActive">;

/** Whether a center is disabled for something, or not ACTIVE. */
export const isRestricted = ({ loginDisabled, broadcastDisabled, isActive }: Flags) =>
  loginDisabled || broadcastDisabled || isActive !== centerState.ACTIVE;

/** The open appeal of a center; null without one. */
export const openAppeal = (centerId: string): Promise<OpenAppeal | null> =>
  row<OpenAppeal>(
    sql`select message, created_at as "createdAt" from center_appeals where center_id = ${centerId} and closed_at is null`,
  ).then((appealRow) => appealRow ?? null);

/**
 * Store an appeal of the acting center. Refuses with `center.appeal.notNeeded` when nothing is closed to it, and with
 * `center.appeal.already` while its earlier message is open.
 */
export async function appeal(actor: Actor, { message }: Appeal): Promise<void> {
  needKind(actor, "center");
  return transaction(() => keep(actor, message));
}

/**
 * The same for a center that cannot log in: its phone is proved by a code, which is used up first and whose wrong tries
 * count. A phone of no center is refused like a wrong code.
 */
export async function appealByCode({ phone, otp, message, ...asker }: AppealByCode & Asker): Promise<void> {
  await spendOtp({ phone, purpose: "center_login", otp, ...askerOf(asker) });
  const center = await centerOfPhone(phone);
  if (!center) throw invalid("otp.wrong");
  return transaction(() => keep({ kind: "center", centerId: center.id, sessionId: randomUUID() }, message));
}

async function keep(actor: ActorOf<"center">, message: string) {
  const center = await lockedCenter(actor.centerId);
  if (!isRestricted(center)) throw conflict("center.appeal.notNeeded");
  const made = await rows(
    sql`insert into center_appeals (id, center_id, message, created_at) values (${rowId()}, ${center.id}, ${message}, ${now()})
     on conflict (center_id) where closed_at is null do nothing returning 1`,
  );
  if (made.length === 0) throw conflict("center.appeal.already");
  await record(actor, { subject: "center", id: center.id, event: "center.appealed" });
  await announce([appealsTopic, `center:${center.id}`]);
}

/** Returns the acting center's state and its appeal. */
export async function ownState(actor: Actor): Promise<OwnState> {
  needKind(actor, "center");
  const flags = await row<Flags>(
    sql`select login_disabled as "loginDisabled", broadcast_disabled as "broadcastDisabled", is_active as "isActive"
       from centers where id = ${actor.centerId}`,
  );
  return { restricted: flags !== undefined && isRestricted(flags), appeal: await openAppeal(actor.centerId) };
}

/** A center's open appeal as an operator may read it; phones and addresses in it are for a SUPER_ADMIN alone. */
export async function appealOf(actor: Actor, centerId: string): Promise<OpenAppeal | null> {
  needMay(actor, "seeCenters");
  const open = await openAppeal(centerId);
  return open && { ...open, message: may(actor, "seeContacts") ? open.message : withoutContacts(open.message) };
}

/** How many centers wait for an answer. */
export async function openAppeals(actor: Actor): Promise<number> {
  needMay(actor, "seeCenters");
  return countOpen();
}

const countOpen = cachedBriefly(appealsTopic, async () => {
  const counted = await row<{ n: number }>(
    sql`select count(*)::int as n from center_appeals a join centers c on c.id = a.center_id and c.is_active <> ${sql.lit(centerState.DELETED)}
      where a.closed_at is null`,
  );
  return counted?.n ?? 0;
});

/** Close the open appeal of a center that is enabled again, in the running transaction. */
export async function closeAppeal(centerId: string) {
  const closed = await rows(
    sql`update center_appeals set closed_at = ${now()} where center_id = ${centerId} and closed_at is null returning 1`,
  );
  if (closed.length > 0) await announce([appealsTopic]);
  return closed;
}

/**
 * Mark a center's appeal as answered without opening what is closed to it; it may write again. Refuses with
 * `center.appeal.gone` when none is open.
 */
export async function answerAppeal(actor: Actor, { centerId }: CenterRef): Promise<void> {
  needMay(actor, "keepCenter");
  return transaction(async () => {
    const center = await lockedCenter(centerId);
    if ((await closeAppeal(center.id)).length === 0) throw conflict("center.appeal.gone");
    await record(actor, { subject: "center", id: center.id, event: "center.appealAnswered" });
    await announce([`center:${center.id}`]);
  });
}
