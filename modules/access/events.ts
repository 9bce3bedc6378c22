import { z } from "zod";
import { defineEvent } from "#modules/kernel/work/events.ts";

/** A one-time password was requested; phone and code are sealed together. With `deliver` false no message is sent. */
export const otpRequested = defineEvent(
  "otp.requested",
  z.object({
    otpId: z.uuid(),
    purpose: z.string(),
    sealed: z.string(),
    locale: z.string(),
    deliver: z.boolean(),
    expiresAt: z.iso.datetime(),
  }),
);

/** An admin reset the password by proving the phone. */
export const passwordChanged = defineEvent(
  "admin.passwordChanged",
  z.object({ adminId: z.uuid(), at: z.iso.datetime() }),
);

/** Sessions ended: logout, password or role change, disabling. */
export const sessionEnded = defineEvent(
  "session.ended",
  z.object({ kind: z.string(), subjectId: z.uuid().nullable(), sessionIds: z.array(z.uuid()) }),
);
