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
import type { CenterRow } from "../shared.ts";
import { centerState, isPartner } from "../state.ts";
import { centerOfPhone } from "./queries.ts";
import { whyDisabled } from "./why-disabled.ts";

const centerOfAccount = (phone: string) =>
  sql<{ id: string }>`select id from centers where phone = ${phone} and is_active <> ${sql.lit(centerState.DELETED)}`;
accountsAreIn(centerOfAccount);

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
  const center = await row(centerOfAccount(phone));
  return requestLoginOtp("center", { phone, subjectId: center?.id, locale, ...asker });
}

/** The refusal of a login that an operator disabled, with the remark shown to the center. */
export async function loginRefused(centerId: string) {
  const why = await whyDisabled(centerId);
  return why ? denied("center.loginDisabledWhy", { why }) : denied("center.loginDisabled");
}

/**
 * Sign a center in by phone and one-time password; refuses with `center.loginDisabled`, or `…Why` with the remark to
 * it, when an operator disabled its login or rejected it, or it is a draft (Q100). The password is used up first, in a
 * transaction of its own, because a wrong try must count even though it is refused.
 */
export async function signInCenter({
  phone,
  otp,
  via,
  ...asker
}: Asker & { phone: string; otp: string; via: "cookie" | "token" }) {
  await spendOtp({ phone, purpose: "center_login", otp, ...asker });
  return transaction(async () => {
    // Locked: a concurrent disabling either ends this session too or is seen here.
    await rows(
      sql`select from centers where phone = ${phone} and is_active <> ${sql.lit(centerState.DELETED)} for share`,
    );
    const center = await centerOfPhone(phone);
    if (!center) throw invalid("otp.wrong");
    if (!mayLogIn(center)) throw await loginRefused(center.id);
    const session = await openSession({ kind: "center", subjectId: center.id, via, address: asker.address });
    const actor = { kind: "center", centerId: center.id, sessionId: session.sessionId } as const;
    await record(actor, { subject: "center", id: center.id, event: "center.signedIn", data: { via } });
    return { session, center };
  });
}
