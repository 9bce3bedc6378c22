import { LockMode, UniqueConstraintViolationException } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { endSessionsOfDesk, phoneHasAccount } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { day, hour, now, second } from "#modules/kernel/clock.ts";
import { em, row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { conflict, DomainError, denied, invalid, limited, missing } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { lockedCenter } from "../center/locked-center.ts";
import { lockPhone } from "../desk-phones/desk-phone.ts";
import { endOverdue, endsUnproven, isOpen } from "../desk-phones/unproven.ts";
import { deskLoginEnded } from "../events.ts";
import { needMay } from "../policy.ts";
import { DeskLoginSchema } from "./desk-login.entity.ts";
import { type AddDeskLogin, type DeskLoginRef, mostDeskLogins } from "./input.ts";

/** A person of the desk as the center's owner sees it. */
export type DeskLoginRow = {
  id: string;
  name: string;
  phone: string;
  createdAt: Date;
  /** The latest sign-in; null before the first one, which proves the phone. */
  signedInAt: Date | null;
  /** When it ends unless the person signs in before; null once they did. */
  endsAt: Date | null;
};

/** A center that the command line names; an owner's is their own. */
type OfCenter = { centerId?: string | undefined };

/** The center whose desk logins the actor keeps; others are refused. */
function centerOf(actor: Actor, { centerId }: OfCenter): string {
  needMay(actor, "keepDeskLogins");
  const id = actor.kind === "center" ? actor.centerId : centerId;
  if (!id) throw denied();
  return id;
}

/** The people who may sign in at a center's desk, in the order they were added. */
export async function deskLogins(actor: Actor, of: OfCenter = {}): Promise<DeskLoginRow[]> {
  const centerId = centerOf(actor, of);
  const logins = await rows<{
    id: string;
    name: string;
    phone: string;
    created_at: string;
    signed_in_at: string | null;
  }>(
    sql`select id, name, phone, created_at, signed_in_at from desk_logins
      where center_id = ${centerId} and ${isOpen()} order by created_at, id`,
  );
  return logins.map(({ id, name, phone, created_at, signed_in_at }) => {
    const createdAt = new Date(created_at);
    const signedInAt = signed_in_at ? new Date(signed_in_at) : null;
    return { id, name, phone, createdAt, signedInAt, endsAt: endsUnproven(createdAt, signedInAt) };
  });
}

/** The people an owner may try to add, refused ones included: each answer says whether a phone belongs to an account. */
const triesADay = { name: "desk-login", points: 20, seconds: day / second, onFailure: "closed" } as const;

/**
 * Add a person to the desk of a center, whose first sign-in within seven days proves the phone. Refuses a sixth login
 * (`deskLogin.tooMany`) whatever its phone, at the phone one that belongs to any account or is on the center's own list
 * (`deskLogin.phoneTaken`), and an owner's twenty-first try in a day, with the time from which more are allowed
 * (`deskLogin.triesOver`).
 */
export async function addDeskLogin(
  actor: Actor,
  { name, phone, ...of }: AddDeskLogin & OfCenter,
): Promise<DeskLoginRow> {
  const centerId = centerOf(actor, of);
  if (actor.kind === "center") await countTry(centerId);
  return onePersonOfAPhone(() =>
    transaction(async () => {
      await lockedCenter(centerId);
      const { live } = (await row<{ live: number }>(
        sql`select count(*)::int as live from desk_logins where center_id = ${centerId} and ${isOpen()}`,
      ))!;
      if (live >= mostDeskLogins) throw conflict("deskLogin.tooMany", { n: mostDeskLogins });
      await lockPhone(phone);
      if (await phoneHasAccount(phone)) throw phoneTaken();
      await endOverdue(centerId, phone);
      const login = em().create(DeskLoginSchema, { centerId, name, phone });
      await em().flush();
      await record(actor, { subject: "center", id: centerId, event: "deskLogin.added", data: { loginId: login.id } });
      return {
        id: login.id,
        name,
        phone,
        createdAt: login.createdAt,
        signedInAt: null,
        endsAt: endsUnproven(login.createdAt, null),
      };
    }),
  );
}

/** The refusal says from when on there are tries again. */
async function countTry(centerId: string) {
  try {
    await countUse(triesADay, centerId);
  } catch (error) {
    if (!(error instanceof DomainError) || error.key !== "error.tooMany") throw error;
    const seconds = Number(error.params?.seconds);
    const hours = Math.max(1, Math.ceil((seconds * second) / hour));
    throw limited("deskLogin.triesOver", { hours, seconds }, triesADay);
  }
}

const phoneTaken = () => invalid("deskLogin.phoneTaken", { phone: "deskLogin.phoneTaken" });

/** One person per phone in a center: the unique index decides between two that are added at once. */
async function onePersonOfAPhone<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException && error.message.includes("desk_logins_center_phone"))
      throw phoneTaken();
    throw error;
  }
}

/**
 * End a desk login of a center and its sessions at once, as its owner or as the person who has it; another center's, and one
 * that is ended, is not found (`deskLogin.notFound`).
 */
export async function endDeskLogin(actor: Actor, { loginId, ...of }: DeskLoginRef & OfCenter): Promise<void> {
  const isOwn = actor.kind === "center" && actor.deskLoginId === loginId;
  const centerId = isOwn ? actor.centerId : centerOf(actor, of);
  return transaction(async () => {
    const login = await em().findOne(
      DeskLoginSchema,
      { id: loginId, centerId, endedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!login) throw missing("deskLogin.notFound");
    login.endedAt = now();
    await em().flush();
    await endSessionsOfDesk([login.id]);
    await noteEnd(actor, { centerId, loginId, proven: login.signedInAt !== null });
  });
}

/** End every desk login of a center and its sessions, in the running transaction: of one that is deleted, or changes hands. */
export async function endDeskLoginsOf(actor: Actor, centerId: string): Promise<void> {
  const ended = await rows<{ id: string; proven: boolean }>(
    sql`update desk_logins set ended_at = ${now()} where center_id = ${centerId} and ended_at is null
      returning id, signed_in_at is not null as proven`,
  );
  await endSessionsOfDesk(ended.map(({ id }) => id));
  for (const { id, proven } of ended) await noteEnd(actor, { centerId, loginId: id, proven });
}

/** The end of a login that nobody signed in with changes nothing for anybody, and needs no message. */
async function noteEnd(
  actor: Actor,
  { centerId, loginId, proven }: { centerId: string; loginId: string; proven: boolean },
) {
  await record(actor, { subject: "center", id: centerId, event: "deskLogin.ended", data: { loginId } });
  if (proven) await emit(deskLoginEnded, { centerId, loginId });
}

/** Whether a desk login is the center's and has not ended. */
export const isDeskLogin = async ({ centerId, deskLoginId }: { centerId: string; deskLoginId: string }) =>
  (await row(
    sql`select 1 from desk_logins where id = ${deskLoginId} and center_id = ${centerId} and ended_at is null`,
  )) !== undefined;

/** The names of people of desks by their ids, ended ones included; an erased one has none. */
export async function deskNames(ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const named = await rows<{ id: string; name: string }>(
    sql`select id, name from desk_logins where id = any(${[...ids]}::uuid[]) and name <> ''`,
  );
  return new Map(named.map(({ id, name }) => [id, name]));
}
