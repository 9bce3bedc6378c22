import { z } from "zod";
import { now } from "#modules/kernel/clock.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { sendSms } from "../providers/sms.server.ts";
import { otpTemplate } from "../templates/otp-template.ts";
import { deliver, isRefusal, tooLate } from "./deliver.ts";

type Requested = { otpId: string; sealed: string; locale: Locale; deliver: boolean; expiresAt: string };

const Secret = z.object({ phone: z.string(), code: z.string() });

/**
 * Send a one-time password by SMS while it is valid; none for a login with an unknown phone. When the provider does not
 * allow the autofill line, the plain text is sent.
 */
export async function sendOtp(requested: Requested): Promise<void> {
  const { phone, code } = Secret.parse(JSON.parse(unseal(requested.sealed)));
  if (!requested.deliver) return;
  const template = otpTemplate(requested.locale);
  const message = { cause: `otp:${requested.otpId}`, channel: "sms", template, to: phone, unlimited: true } as const;
  if (new Date(requested.expiresAt) <= now()) return tooLate(message);
  await deliver(message, async () => {
    try {
      return await sendSms(phone, template, { code }, requested.locale);
    } catch (error) {
      if (template === "otpPlain" || !isRefusal(error)) throw error;
      return sendSms(phone, "otpPlain", { code }, requested.locale);
    }
  });
}
