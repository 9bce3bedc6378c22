import { z } from "zod";
import { otpSaying } from "#modules/kernel/validation.ts";
import { ticketReference } from "#modules/tickets/shared.ts";
import { wishes } from "./tracking-paths.ts";

const wish = z.enum(wishes).catch("see");

/** Ask for a code to the phone of a request; `wish` is what it is wanted for. */
export const SendCode = z.object({ ticketId: ticketReference, wish });

/** The code itself. */
export const ConfirmPhone = SendCode.extend({ otp: otpSaying("otp.missing", "otp.wrong") });
