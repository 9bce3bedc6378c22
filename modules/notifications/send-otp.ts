import { z } from "zod";
import { now } from "../kernel/clock.ts";
import { unseal } from "../kernel/crypto.server.ts";
import { otpTemplate } from "../kernel/gateways/otp-template.ts";
import { sendSms } from "../kernel/gateways/sms.server.ts";
import { deliver, isRefusal, tooLate } from "./deliver.ts";

type Requested = { otpId: string; sealed: string; locale: "en" | "hi"; deliver: boolean; expiresAt: string };

const Secret = z.object({ phone: z.string(), code: z.string() });

/**
 * Send a one-time password by SMS while it is still good; nobody is messaged for an unknown phone's login. A provider
 * that does not let autofill's last line through is given the plain text.
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
