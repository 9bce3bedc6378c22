import { z } from "zod";
import { env } from "#modules/kernel/env.server.ts";
import { callProvider, GatewayError, isEmulated } from "#modules/kernel/outside/provider-call.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { templateIdOf } from "../templates/template-ids.ts";
import { checkedValues } from "../templates/template-values.ts";
import { type TemplatesOn, templateOn, type ValuesOf } from "../templates/templates.ts";
import { isDemoPhone, withCountryCode } from "./recipients.ts";

/** The result of sending: accepted by the provider under an id, or held because it is a demo phone. */
export type Sent = { status: "sent"; providerId: string } | { status: "held"; providerId: null };

const Answer = z.object({ type: z.string(), message: z.string() });

/** Send an SMS by MSG91's flow API with one of the registered templates; `to` is an Indian mobile number. */
export async function sendSms<K extends TemplatesOn<"sms">>(
  to: string,
  key: K,
  values: ValuesOf<K>,
  locale: Locale = "en",
): Promise<Sent> {
  const template = templateOn(key, "sms", locale)!;
  const texts = checkedValues(template, values);
  if (isDemoPhone(to) && !isEmulated(env.msg91BaseUrl)) return { status: "held", providerId: null };
  const variables = Object.fromEntries(texts.map((text, index) => [`VAR${index + 1}`, text]));
  const answer = await callProvider({
    provider: "msg91",
    method: "POST",
    url: `${env.msg91BaseUrl}/api/v5/flow`,
    headers: { authkey: env.msg91AuthKey },
    body: {
      template_id: templateIdOf(template),
      ...(env.dltHeader && { sender: env.dltHeader }),
      short_url: "0",
      recipients: [{ mobiles: withCountryCode(to), ...variables }],
    },
    answer: Answer,
    refusal: (body) => ({ code: "error", description: Answer.safeParse(body).data?.message }),
  });
  // MSG91 reports some refusals with status 200.
  if (answer.type !== "success") throw new GatewayError("msg91", 200, answer.type, answer.message);
  return { status: "sent", providerId: answer.message };
}
