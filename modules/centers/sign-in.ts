import { openSession, requestOtp, spendOtp } from "../access/index.ts";
import { row, rows, transaction } from "../kernel/db.server.ts";
import { denied, invalid } from "../kernel/errors.ts";
import { record } from "../kernel/history.ts";
import type { Locale } from "../kernel/messages/index.ts";
import { centerOfPhone } from "./queries.ts";
import type { CenterRow } from "./shared.ts";

const rejected = 3;

/** Whether a center's people may come in (Q100). */
export const mayLogIn = ({ loginDisabled, isActive }: Pick<CenterRow, "loginDisabled" | "isActive">) =>
  !loginDisabled && isActive !== rejected;

/**
 * Send a one-time password to a center's phone, for its login or for a registration (R122, R131). A login with a
 * phone that is no center's is answered alike and sends nothing.
 */
export async function requestCenterOtp({
  phone,
  action,
  address,
  locale,
}: {
  phone: string;
  action: "login" | "registration";
  address: string;
  locale?: Locale | undefined;
}) {
  if (action === "registration") return requestOtp({ phone, purpose: "registration", address, locale });
  // A bare look-up, because what more is read of a known center would be time that tells it from an unknown one.
  const deliver = (await row("select from centers where phone = $1 and is_active <> 0", [phone])) !== undefined;
  return requestOtp({ phone, purpose: "center_login", address, locale, deliver });
}

/**
 * Sign a center in by phone and one-time password; refuses with `center.loginDisabled` when an operator closed its
 * login or rejected it (Q100). The password is spent before anything else, in a transaction of its own: a wrong try
 * must count although it is refused.
 */
export async function signInCenter({
  phone,
  otp,
  via,
  address,
}: {
  phone: string;
  otp: string;
  via: "cookie" | "token";
  address: string;
}) {
  await spendOtp({ phone, purpose: "center_login", otp, address });
  return transaction(async () => {
    // Locked first: whoever disables the center at this moment ends this session too, or is seen here.
    await rows("select from centers where phone = $1 and is_active <> 0 for share", [phone]);
    const center = await centerOfPhone(phone);
    if (!center) throw invalid("otp.wrong");
    if (!mayLogIn(center)) throw denied("center.loginDisabled");
    const session = await openSession({ kind: "center", subjectId: center.id, via, address });
    const actor = { kind: "center", centerId: center.id, sessionId: session.sessionId } as const;
    await record(actor, { subject: "center", id: center.id, event: "center.signedIn", data: { via } });
    return { session, center };
  });
}
