import type { Locale } from "#modules/messages/index.ts";
import { type Asker, askerOf } from "../asker.ts";
import { earlierSession } from "../sessions/known-browsers.ts";
import { requestOtp } from "./otp.ts";

/**
 * Send the code of a login by OTP. `subjectId` is the account of this phone; without one the caller gets the same
 * answer and nothing is sent, so that nobody learns which phones have accounts.
 */
export async function requestLoginOtp(
  kind: "center" | "onboarder" | "technician",
  {
    phone,
    subjectId,
    deskLoginId,
    locale,
    ...asker
  }: Asker & { phone: string; subjectId: string | undefined; deskLoginId?: string | null; locale?: Locale | undefined },
) {
  const known = (await earlierSession(asker.sessions, kind, subjectId, deskLoginId)) !== undefined;
  const deliver = subjectId !== undefined;
  return requestOtp({ phone, purpose: `${kind}_login`, locale, deliver, known, ...askerOf(asker) });
}
