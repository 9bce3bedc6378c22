import { z } from "zod";
import { trackingIntents } from "#app/parts/tickets/tracking-paths.ts";
import { otpSaying } from "#modules/kernel/validation.ts";
import { ticketReference } from "#modules/tickets/shared.ts";

const action = z.enum(trackingIntents).catch("see");

/** Asks for a code to the phone of a request; `purpose` is what the visitor wants to do then. */
export const SendCode = z.object({ ticketId: ticketReference, purpose: action });

/** Sends the code. */
export const ConfirmPhone = SendCode.extend({ otp: otpSaying("otp.missing", "otp.wrong") });
