import { z } from "zod";
import { otpSaying, phone } from "#modules/kernel/validation.ts";

/** Asks for a code to a customer's phone. */
export const PhoneCode = z.object({ phone });

/** Sends the code. */
export const PhoneProof = PhoneCode.extend({ otp: otpSaying("otp.missing", "otp.wrong") });

/** Where a page is with the proof of a phone: which one was typed, whether a code went out, when another one may. */
export type ProofState = { phone: string | null; sent: boolean; waitSeconds: number };
