import { sql } from "kysely";
import { phoneHasAccount } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { day, fromNow, now } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { invalid } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { deskLoginElsewhere, deskLoginProven } from "../events.ts";
import { lockPhone } from "./desk-phone.ts";

/*
 * A desk login is proven by its first sign-in, with an OTP to its phone. Before that it takes the number from nobody: other
 * centers may add it, and it may become the phone of another account. It ends after seven days, or when the phone is proven
 * at another center.
 */

/** How many days a desk login waits for the first sign-in with an OTP to its phone. */
const unprovenDays = 7;

/** What was added at or before this instant, and is not proven yet, is over. */
const unprovenSince = () => fromNow(-unprovenDays * day);

/** When a desk login ends by itself; null once it is proven. */
export const endsUnproven = (createdAt: Date, signedInAt: Date | null) =>
  signedInAt ? null : new Date(createdAt.getTime() + unprovenDays * day);

/** The desk logins that a person may sign in with. */
export const isOpen = () => sql`ended_at is null and (signed_in_at is not null or created_at > ${unprovenSince()})`;

/** End unproven desk logins and forget whose they were, in the running transaction; answers which. */
async function endUnproven(which: Sql): Promise<{ id: string; centerId: string }[]> {
  const ended = await rows<{ id: string; centerId: string }>(
    sql`update desk_logins set ended_at = ${now()}, name = '', phone = null
         where ended_at is null and signed_in_at is null and ${which} returning id, center_id as "centerId"`,
  );
  for (const { id, centerId } of ended)
    await record(system("desk-logins"), {
      subject: "center",
      id: centerId,
      event: "deskLogin.ended",
      data: { loginId: id },
    });
  return ended;
}

/** End what was not proven in time; 500 at a time. */
export const endUnprovenInTime = () =>
  transaction(() =>
    endUnproven(
      sql`id in (select id from desk_logins where ended_at is null and signed_in_at is null
                  and created_at <= ${unprovenSince()} order by created_at limit 500)`,
    ),
  );

/** End a center's unproven desk login of a phone whose time is over, so that the phone can be added again. */
export const endOverdue = (centerId: string, phone: string) =>
  endUnproven(sql`center_id = ${centerId} and phone = ${phone} and created_at <= ${unprovenSince()}`);

/**
 * Sign in with a desk login, in the running transaction, and return its id. The first time proves it: the unproven ones of
 * the phone at other centers end, whose owners get a message. Refused like a wrong code is one that ended meanwhile, and the first sign-in with the
 * phone of another account.
 */
export async function signInWithDeskLogin({ id, phone }: { id: string; phone: string }): Promise<string> {
  await lockPhone(phone);
  const login = await row<{ centerId: string; proven: boolean }>(
    sql`select center_id as "centerId", signed_in_at is not null as proven from desk_logins
         where id = ${id} and phone = ${phone} and ${isOpen()} for update`,
  );
  if (!login || (!login.proven && (await phoneHasAccount(phone)))) throw invalid("otp.wrong");
  await rows(sql`update desk_logins set signed_in_at = ${now()} where id = ${id}`);
  if (login.proven) return id;
  for (const lost of await endUnproven(sql`phone = ${phone}`))
    await emit(deskLoginElsewhere, { centerId: lost.centerId, loginId: lost.id });
  await emit(deskLoginProven, { centerId: login.centerId, loginId: id });
  return id;
}
