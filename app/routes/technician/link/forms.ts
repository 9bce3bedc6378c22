import { z } from "zod";
import { otpSaying, text } from "#modules/kernel/validation.ts";

const token = text(64, "visitLink.unknown", "visitLink.unknown");

/** Asks for the code of a link; the phone is the assigned technician's and never typed. */
export const SendLinkCode = z.object({ token });

/** Sends the code. */
export const EnterByLink = SendLinkCode.extend({ otp: otpSaying("otp.missing", "otp.wrong") });
