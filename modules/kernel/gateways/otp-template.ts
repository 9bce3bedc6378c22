import { env } from "../env.server.ts";
import type { Locale } from "../messages/index.ts";
import { dltRegister } from "./dlt-register.ts";
import { isEmulated } from "./provider-call.server.ts";
import { configuredTemplateId, nameOf } from "./template-ids.ts";
import { templateOn } from "./templates.ts";

/**
 * Which text carries a one-time password: the one whose last line fills it in, where it is registered and the provider
 * knows it, else the plain one (B7).
 */
export function otpTemplate(locale: Locale): "otp" | "otpPlain" {
  const template = templateOn("otp", "sms", locale)!;
  const known = isEmulated(env.msg91BaseUrl) || configuredTemplateId(template) !== undefined;
  return known && dltRegister().rows.some(({ name }) => name === nameOf(template)) ? "otp" : "otpPlain";
}
