import { z } from "zod";
import { now } from "../kernel/clock.ts";
import { unseal } from "../kernel/crypto.server.ts";
import { sendSms } from "../kernel/gateways/sms.server.ts";
import { deliver } from "./deliver.ts";

type Requested = { otpId: string; sealed: string; locale: "en" | "hi"; deliver: boolean; expiresAt: string };

const Secret = z.object({ phone: z.string(), code: z.string() });

/** Send a one-time password by SMS while it is still good; nobody is messaged for an unknown phone's login. */
export async function sendOtp(requested: Requested): Promise<void> {
  const { phone, code } = Secret.parse(JSON.parse(unseal(requested.sealed)));
  if (!requested.deliver || new Date(requested.expiresAt) <= now()) return;
  await deliver({ cause: `otp:${requested.otpId}`, channel: "sms", template: "otp", to: phone, unlimited: true }, () =>
    sendSms(phone, "otp", { code }, requested.locale),
  );
}
