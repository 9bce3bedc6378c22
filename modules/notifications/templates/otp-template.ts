import { env } from "#modules/kernel/env.server.ts";
import { isEmulated } from "#modules/kernel/outside/provider-call.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { dltRegister } from "./dlt-register.ts";
import { configuredTemplateId, nameOf } from "./template-ids.ts";
import { findTemplate } from "./templates.ts";

/**
 * The text for a one-time password: the one with the autofill line if it is registered and mapped at the provider, else
 * the plain one (B7). A language's own plain text goes before English with that line: it is read, and phones offer the
 * code of a plain text, too.
 */
export function otpTemplate(locale: Locale): "otp" | "otpPlain" {
  const template = findTemplate("otp", "sms", locale)!;
  if (template.locale !== locale && findTemplate("otpPlain", "sms", locale)!.locale === locale) return "otpPlain";
  const known = isEmulated(env.msg91BaseUrl) || configuredTemplateId(template) !== undefined;
  return known && dltRegister().rows.some(({ name }) => name === nameOf(template)) ? "otp" : "otpPlain";
}
