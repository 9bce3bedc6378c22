import { env } from "#modules/kernel/env.server.ts";
import { isEmulated } from "#modules/kernel/outside/provider-call.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { allTemplates, type Template } from "./templates.ts";

/** The name of a text in the configuration: `otp.en`. */
export const nameOf = ({ key, locale }: Template) => `${key}.${locale}`;

/** The MSG91 id configured for a text: MSG91_TEMPLATES is `otp.en=…,otp.hi=…,happyCodes.en=…`. */
export const configuredTemplateId = (template: Template): string | undefined =>
  new Map(
    env.msg91Templates.split(",").map((pair) => {
      const [name = "", id = ""] = pair.split("=");
      return [name.trim(), id.trim()] as const;
    }),
  ).get(nameOf(template)) || undefined;

/** The SMS provider's id of a text; the emulator uses its name. */
export function templateIdOf(template: Template): string {
  const id = configuredTemplateId(template) ?? (isEmulated(env.msg91BaseUrl) ? nameOf(template) : undefined);
  if (!id) throw new Error(`no MSG91 template id for ${nameOf(template)}`);
  return id;
}

/** The text with a template id, for the emulator. */
export const templateWithId = (id: string): Template | undefined =>
  allTemplates().find((template) => template.channel === "sms" && templateIdOf(template) === id);

/** The name a template is registered under at WhatsApp: `booking_confirmed`. */
export const whatsappName = (template: Template) =>
  template.key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The messages a language has a text of, by name and channel: `otp.sms`. */
export const messagesIn = (language: Locale): string[] =>
  allTemplates().flatMap(({ key, channel, locale }) => (locale === language ? [`${key}.${channel}`] : []));
