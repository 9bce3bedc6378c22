import { z } from "zod";
import { defineEvent } from "../kernel/events.ts";

/** A one-time password was asked for; phone and code travel sealed together. With `deliver` false nobody is messaged. */
export const otpRequested = defineEvent(
  "otp.requested",
  z.object({
    otpId: z.uuid(),
    purpose: z.string(),
    sealed: z.string(),
    locale: z.enum(["en", "hi"]),
    deliver: z.boolean(),
    expiresAt: z.iso.datetime(),
  }),
);

/** An admin has a new password by the proof of their phone. */
export const passwordChanged = defineEvent(
  "admin.passwordChanged",
  z.object({ adminId: z.uuid(), at: z.iso.datetime() }),
);

/** Sessions are over: logged out, password or role changed, disabled. */
export const sessionEnded = defineEvent(
  "session.ended",
  z.object({ kind: z.string(), subjectId: z.uuid().nullable(), sessionIds: z.array(z.uuid()) }),
);
