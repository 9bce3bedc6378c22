import { sql } from "kysely";
import {
  type Asker,
  accountsAreIn,
  askerOf,
  openSession,
  requestLoginOtp,
  requestOtp,
  spendOtp,
} from "#modules/access/index.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { denied, invalid } from "#modules/kernel/errors.ts";
import type { Locale } from "#modules/messages/index.ts";
import { isOpen, signInWithDeskLogin } from "../desk-phones/unproven.ts";
import type { CenterRow } from "../shared.ts";
import { centerState, isPartner } from "../state.ts";
import { centersWhere } from "./queries.ts";
import { whyDisabled } from "./why-disabled.ts";

const centerOfAccount = (phone: string) =>
  sql<{ id: string; deskLoginId: string | null }>`select id, null::uuid as "deskLoginId" from centers
    where phone = ${phone} and is_active <> ${sql.lit(centerState.DELETED)}`;
accountsAreIn(centerOfAccount);

/**
 * The center a phone signs in to: its owner's, or with the desk login of the phone. Of several that nobody signed in with
 * yet, the latest: its owner gave the number last.
 */
const signsInTo = (phone: string) => sql<{ id: string; deskLoginId: string | null }>`
  select id, "deskLoginId" from (
    select id, "deskLoginId", 0 as rank, null::timestamptz as since from (${centerOfAccount(phone)}) as owner
    union all
    select center_id, id, case when signed_in_at is null then 2 else 1 end, created_at
      from desk_logins where phone = ${phone} and ${isOpen()}
  ) as account order by rank, since desc, "deskLoginId" desc limit 1`;

/** Whether a center and its technicians may sign in (Q100). */
export const mayLogIn = (center: Pick<CenterRow, "loginDisabled" | "isActive" | "rejectionReason">) =>
  !center.loginDisabled && isPartner(center);

/**
 * Send a one-time password to a center's phone, for its login or for a registration (R122, R131). A login with an
 * unknown phone gets the same answer, but no message.
 */
export async function requestCenterOtp({
  phone,
  action,
  locale,
  ...asker
}: Asker & { phone: string; action: "login" | "registration"; locale?: Locale | undefined }) {
  if (action === "registration") return requestOtp({ phone, purpose: "registration", locale, ...askerOf(asker) });
  // Reads only the id: reading more for a known center would reveal by timing that it is known.
  const center = await row(signsInTo(phone));
  const { id, deskLoginId } = center ?? {};
  return requestLoginOtp("center", { phone, subjectId: id, deskLoginId, locale, ...asker });
}

/** The refusal of a login that an operator disabled, with the remark shown to the center. */
export async function loginRefused(centerId: string) {
  const why = await whyDisabled(centerId);
  return why ? denied("center.loginDisabledWhy", { why }) : denied("center.loginDisabled");
}

/**
 * Sign in at a center by phone and one-time password: its owner, or a person of its desk. Refuses with
 * `center.loginDisabled`, or `…Why` with the remark to it, when an operator disabled its login or rejected it, or it is a
 * draft (Q100). The password is used up first, in a transaction of its own, because a wrong try must count even though it
 * is refused.
 */
export async function signInCenter({
  phone,
  otp,
  via,
  ...asker
}: Asker & { phone: string; otp: string; via: "cookie" | "token" }) {
  await spendOtp({ phone, purpose: "center_login", otp, ...asker });
  return transaction(async () => {
    const account = await row(signsInTo(phone));
    if (!account) throw invalid("otp.wrong");
    // Locked: a concurrent disabling, or end of the desk login, either ends this session too or is seen here.
    await rows(sql`select from centers where id = ${account.id} for share`);
    const deskLoginId = account.deskLoginId ? await signInWithDeskLogin({ id: account.deskLoginId, phone }) : undefined;
    const [center] = await centersWhere(sql`c.id = ${account.id} and c.is_active <> ${sql.lit(centerState.DELETED)}
      and (c.phone = ${phone} or ${deskLoginId !== undefined})`);
    if (!center) throw invalid("otp.wrong");
    if (!mayLogIn(center)) throw await loginRefused(center.id);
    const opened = { kind: "center", subjectId: center.id, deskLoginId, via, address: asker.address } as const;
    const session = await openSession(opened);
    const actor = { kind: "center", centerId: center.id, sessionId: session.sessionId, deskLoginId } as const;
    await record(actor, { subject: "center", id: center.id, event: "center.signedIn", data: { via } });
    return { session, center, ofDesk: deskLoginId !== undefined };
  });
}
