import { env } from "#modules/kernel/env.server.ts";
import { countFallback, type Locale, locales } from "#modules/messages/index.ts";
import { templateTexts } from "#modules/messages/templates.ts";
import type { Definition, Definitions, MessageChannel, Tag, TemplateKey } from "./definition.ts";

export type { MessageChannel, Tag, TemplateKey };

/** Every message the product sends; its texts are in the folders of the languages (`templates.ts`). */
const defined = {
  otp: { variables: { code: "numeric" }, channels: { sms: "sms" } },
  passwordChanged: { variables: {}, channels: { sms: "sms" } },
  // For hosts the provider does not allow: the same code without the autofill line.
  otpPlain: { variables: { code: "numeric" }, channels: { sms: "sms" } },
  bookingConfirmed: {
    variables: { number: "alphanumeric", link: "url" },
    channels: { sms: "sms", whatsapp: "whatsapp" },
  },
  feeUnpaid: { variables: { number: "alphanumeric", link: "url" }, channels: { sms: "sms", whatsapp: "sms" } },
  requestUpdate: { variables: { number: "alphanumeric", link: "url" }, channels: { sms: "sms", whatsapp: "sms" } },
  visitLate: { variables: { number: "alphanumeric", link: "url" }, channels: { sms: "sms", whatsapp: "sms" } },
  timesProposed: { variables: { number: "alphanumeric", link: "url" }, channels: { sms: "sms", whatsapp: "sms" } },
  timeChosen: { variables: { number: "alphanumeric" }, channels: { sms: "sms", push: "push" } },
  deskLoginProven: { variables: { name: "alphanumeric" }, channels: { sms: "sms", push: "push" } },
  deskLoginElsewhere: { variables: {}, channels: { sms: "sms", push: "push" } },
  deskLoginEnded: { variables: { name: "alphanumeric" }, channels: { sms: "sms", push: "push" } },
  happyCodes: { variables: { happy: "numeric", unhappy: "numeric" }, channels: { sms: "sms", whatsapp: "whatsapp" } },
  startCode: {
    variables: { number: "alphanumeric", code: "numeric" },
    channels: { sms: "sms", whatsapp: "whatsapp" },
  },
  outcomeQuestion: { variables: { number: "alphanumeric", link: "url" }, channels: { sms: "sms" } },
  technicianOnTheWay: {
    variables: { number: "alphanumeric", link: "url" },
    channels: { sms: "sms", whatsapp: "whatsapp" },
  },
  technicianReached: { variables: { number: "alphanumeric", link: "url" }, channels: { sms: "sms" } },
  billReady: { variables: { number: "alphanumeric", link: "url" }, channels: { sms: "sms", whatsapp: "whatsapp" } },
  rideConfirmed: { variables: { number: "alphanumeric", link: "url" }, channels: { sms: "sms", whatsapp: "whatsapp" } },
  rideOnTheWay: { variables: { number: "alphanumeric", link: "url" }, channels: { sms: "sms", whatsapp: "whatsapp" } },
  rideCodes: { variables: { happy: "numeric", unhappy: "numeric" }, channels: { sms: "sms" } },
  rideFeedback: { variables: { number: "alphanumeric", link: "url" }, channels: { sms: "sms" } },
  visitAssigned: { variables: { visit: "alphanumeric", link: "url" }, channels: { sms: "sms", push: "sms" } },
  visitChanged: { variables: { visit: "alphanumeric", link: "url" }, channels: { sms: "sms", push: "sms" } },
  visitWithdrawn: { variables: { visit: "alphanumeric", link: "url" }, channels: { sms: "sms", push: "sms" } },
  feedbackLink: { variables: { number: "alphanumeric", link: "url" }, channels: { sms: "sms", whatsapp: "whatsapp" } },
  centerNewRequest: {
    variables: { service: "alphanumeric", pincode: "numeric" },
    channels: { sms: "sms", whatsapp: "sms", push: "sms" },
  },
  centerTimeChange: { variables: { number: "alphanumeric" }, channels: { sms: "sms", push: "push" } },
  centerUnstaffed: { variables: { number: "alphanumeric" }, channels: { sms: "sms", push: "push" } },
  centerMissed: { variables: { number: "alphanumeric" }, channels: { sms: "sms", push: "push" } },
  centerWaiting: { variables: { count: "numeric" }, channels: { sms: "sms", push: "push" } },
  waitlistServed: {
    variables: { service: "alphanumeric", link: "url" },
    channels: { sms: "sms" },
  },
  unservedDemand: { variables: { count: "numeric", place: "alphanumeric" }, channels: { sms: "sms" } },
  feeInBalance: {
    variables: { rupees: "numeric", number: "alphanumeric" },
    channels: { sms: "sms", whatsapp: "whatsapp" },
  },
  balanceAdded: {
    variables: { rupees: "numeric", reason: "alphanumeric" },
    channels: { sms: "sms", whatsapp: "whatsapp" },
  },
  balancePaidOut: {
    variables: { rupees: "numeric", reference: "alphanumeric" },
    channels: { sms: "sms", whatsapp: "sms" },
  },
  balanceWaived: { variables: { rupees: "numeric" }, channels: { sms: "sms", whatsapp: "sms" } },
  refundDone: { variables: { rupees: "numeric", number: "alphanumeric" }, channels: { sms: "sms", whatsapp: "sms" } },
  leadReturned: { variables: { rupees: "numeric", number: "alphanumeric" }, channels: { sms: "sms" } },
  penaltyTaken: { variables: { rupees: "numeric", reason: "alphanumeric" }, channels: { sms: "sms" } },
  penaltyReturned: { variables: { rupees: "numeric", number: "alphanumeric" }, channels: { sms: "sms" } },
  penaltyUpheld: { variables: { rupees: "numeric", number: "alphanumeric" }, channels: { sms: "sms" } },
  centerPapers: { variables: {}, channels: { sms: "sms", push: "sms" } },
  centerDisabled: { variables: { reason: "alphanumeric" }, channels: { sms: "sms" } },
  walletCredited: { variables: { rupees: "numeric" }, channels: { push: "push" } },
  centerTermEnds: { variables: { date: "alphanumeric", rupees: "numeric" }, channels: { sms: "sms", push: "push" } },
  centerTermOver: { variables: {}, channels: { push: "push" } },
  messagesLost: { variables: { count: "numeric" }, channels: { sms: "sms" } },
  heldFees: { variables: { count: "numeric" }, channels: { sms: "sms" } },
  visitUnstaffed: { variables: { number: "alphanumeric" }, channels: { sms: "sms" } },
  escalation: { variables: { number: "alphanumeric", minutes: "numeric" }, channels: { sms: "sms", whatsapp: "sms" } },
} as const satisfies Definitions;

/** The values of a template's variables. */
export type ValuesOf<K extends TemplateKey> = Record<keyof (typeof defined)[K]["variables"], string | number>;
/** The templates a channel has. */
export type TemplatesOn<C extends MessageChannel> = {
  [K in TemplateKey]: (typeof defined)[K]["channels"] extends Record<C, MessageChannel> ? K : never;
}[TemplateKey];

export type Template = {
  key: TemplateKey;
  channel: MessageChannel;
  locale: Locale;
  variables: Record<string, Tag>;
  /** The text with `{variable}` places, brand and host filled in. */
  body: string;
  title: string;
  /** An SMS' number in the sandbox's register. */
  registered: number | undefined;
};

/** Whether a template of this name is registered. */
export const isTemplate = (name: string): name is TemplateKey => Object.hasOwn(defined, name);

/** Whether a template has a text for a channel. */
export const hasText = <C extends MessageChannel>(key: TemplateKey, channel: C): key is TemplatesOn<C> =>
  Object.hasOwn(defined[key].channels, channel);

/** The host a phone's autofill binds an OTP to. */
export const otpHost = () => new URL(env.publicUrl).hostname;

/** A text with this installation's fixed words filled in. */
export const withFixedWords = (text: string) =>
  text.replaceAll("[brand]", env.productName).replaceAll("[host]", otpHost()).replaceAll("[site]", env.publicUrl);

/** One text of a template, in English where the language has none; undefined when it has none for this channel. */
export const findTemplate = (key: TemplateKey, channel: MessageChannel, locale: Locale): Template | undefined =>
  textOn(key, channel, locale) ?? textOn(key, channel, "en");

/** The same to be said; English for want of a text in the language is counted. */
export function templateOn(key: TemplateKey, channel: MessageChannel, locale: Locale): Template | undefined {
  const template = findTemplate(key, channel, locale);
  if (template && template.locale !== locale) countFallback(locale);
  return template;
}

/** The text a language has; of an SMS one that is registered, of WhatsApp one that is approved: no other is delivered. */
function textOn(key: TemplateKey, channel: MessageChannel, locale: Locale): Template | undefined {
  const { variables, channels }: Definition = defined[key];
  const name = channels[channel];
  const texts = templateTexts(key, locale);
  const body = name && texts?.[name];
  if (body === undefined) return undefined;
  if (channel === "sms" && texts?.registered === undefined) return undefined;
  if (channel === "whatsapp" && !texts?.approved) return undefined;
  const title = texts?.title ?? env.productName;
  const registered = channel === "sms" ? texts?.registered : undefined;
  return { key, channel, locale, variables, body: withFixedWords(body), title, registered };
}

/** Every text of every template. */
export const allTemplates = (): Template[] =>
  (Object.keys(defined) as TemplateKey[]).flatMap((key) =>
    (["sms", "whatsapp", "push"] as const).flatMap((channel) =>
      locales.flatMap((locale) => textOn(key, channel, locale) ?? []),
    ),
  );

/** The variables of a template in the order of their first occurrence: this order is VAR1, VAR2, … */
export const placesOf = ({ body }: Template) => [
  ...new Set(Array.from(body.matchAll(/\{(\w+)\}/g), ([, name]) => name!)),
];

/** The text as the recipient reads it. */
export const filled = (template: Template, values: Record<string, string>) =>
  template.body.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
