import { z } from "zod";
import { env } from "#modules/kernel/env.server.ts";
import { callProvider, isEmulated } from "#modules/kernel/outside/provider-call.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { whatsappName } from "../templates/template-ids.ts";
import { checkedValues } from "../templates/template-values.ts";
import { type TemplatesOn, templateOn, type ValuesOf } from "../templates/templates.ts";
import { isDemoPhone, withCountryCode } from "./recipients.ts";
import type { Sent } from "./sms.server.ts";

export const whatsappVersion = "v21.0";

const Answer = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });
const Refusal = z.object({ error: z.object({ code: z.union([z.string(), z.number()]), message: z.string() }) });

/** Whether WhatsApp is configured; it is optional in production. */
export const whatsappIsConfigured = () => env.whatsappToken !== "" && env.whatsappPhoneId !== "";

/** Send a WhatsApp template message by Meta's Cloud API; `to` is an Indian mobile number. */
export async function sendWhatsapp<K extends TemplatesOn<"whatsapp">>(
  to: string,
  key: K,
  values: ValuesOf<K>,
  locale: Locale = "en",
): Promise<Sent> {
  const template = templateOn(key, "whatsapp", locale)!;
  const texts = checkedValues(template, values);
  const emulated = isEmulated(env.whatsappBaseUrl);
  if (!whatsappIsConfigured() || (isDemoPhone(to) && !emulated)) return { status: "held", providerId: null };
  const answer = await callProvider({
    provider: "whatsapp",
    method: "POST",
    url: `${env.whatsappBaseUrl}/${whatsappVersion}/${env.whatsappPhoneId}/messages`,
    headers: { authorization: `Bearer ${env.whatsappToken}` },
    body: {
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to: withCountryCode(to),
      type: "template",
      template: {
        name: whatsappName(template),
        language: { code: template.locale },
        components: [{ type: "body", parameters: texts.map((text) => ({ type: "text", text })) }],
      },
    },
    answer: Answer,
    refusal: (body) => {
      const error = Refusal.safeParse(body).data?.error;
      return { code: error?.code, description: error?.message };
    },
  });
  return { status: "sent", providerId: answer.messages[0]!.id };
}
