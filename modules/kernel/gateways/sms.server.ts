import { z } from "zod";
import { env } from "../env.server.ts";
import type { Locale } from "../messages/index.ts";
import { callProvider, GatewayError, isEmulated } from "./provider-call.server.ts";
import { isDemoPhone, withCountryCode } from "./recipients.ts";
import { templateIdOf } from "./template-ids.ts";
import { checkedValues, type TemplatesOn, templateOn, type ValuesOf } from "./templates.ts";

/** What became of a message: handed to the provider under its id, or held back because the phone is a demo one. */
export type Sent = { status: "sent"; providerId: string } | { status: "held"; providerId: null };

const Answer = z.object({ type: z.string(), message: z.string() });

/** Send an SMS by MSG91's flow API, as one of the registered templates; `to` is an Indian mobile number. */
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
  // MSG91 also says no with status 200.
  if (answer.type !== "success") throw new GatewayError("msg91", 200, answer.type, answer.message);
  return { status: "sent", providerId: answer.message };
}
