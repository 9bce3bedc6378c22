import { z } from "zod";
import { otpSaying, phone } from "#modules/kernel/validation.ts";

/** Asks for a code to a customer's phone. */
export const SendCode = z.object({ phone });

/** Sends the code. */
export const ConfirmPhone = SendCode.extend({ otp: otpSaying("otp.missing", "otp.wrong") });
