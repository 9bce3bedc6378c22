import { env } from "#modules/kernel/env.server.ts";
import { countFallback, type Locale, locales } from "#modules/messages/index.ts";
import { balanceTexts } from "./balance-texts.ts";
import type { Definition, MessageChannel, Tag, Texts } from "./definition.ts";
import { waitingTexts } from "./waiting-texts.ts";

export type { MessageChannel, Tag };

/*
 * Every message the product sends, word for word as registered. `{name}` is a variable; `[brand]`, `[host]` and `[site]`
 * are fixed words of this installation and part of the registered text. An SMS has at most two variable places, so an OTP's
 * only variable is the code, which occurs twice for autofill (B7).
 */
const defined = {
  otp: {
    variables: { code: "numeric" },
    sms: {
      en: "{code} is your [brand] OTP. It is valid for 5 minutes. Do not share it with anyone.\n@[host] #{code}",
      hi: "[brand] का OTP {code} है। 5 मिनट तक मान्य।\n@[host] #{code}",
    },
    registered: { en: 1, hi: 2 },
  },
  passwordChanged: {
    variables: {},
    sms: {
      en: "The password of your [brand] account was changed just now. If it was not you, tell your administrator at once. -[brand]",
      hi: "[brand]: आपका पासवर्ड बदला गया। आपने नहीं बदला तो तुरंत एडमिन को बताएँ।",
    },
    registered: { en: 3, hi: 4 },
  },
  // For hosts the provider does not allow: the same code without the autofill line.
  otpPlain: {
    variables: { code: "numeric" },
    sms: {
      en: "{code} is your [brand] OTP. It is valid for 5 minutes. Do not share it with anyone.",
      hi: "[brand] का OTP {code} है। 5 मिनट तक मान्य। किसी को न बताएँ।",
    },
    registered: { en: 5, hi: 6 },
  },
  bookingConfirmed: {
    variables: { number: "alphanumeric", link: "url" },
    sms: {
      en: "Your [brand] request {number} is registered. Track it here: {link} -[brand]",
      hi: "आपका [brand] अनुरोध {number} दर्ज हो गया है। यहाँ देखें: {link}",
    },
    registered: { en: 7, hi: 8 },
    whatsapp: {
      en: "Your [brand] request {number} is registered. Track it here: {link} We will keep you informed.",
      hi: "आपका [brand] अनुरोध {number} दर्ज हो गया है। यहाँ देखें: {link} हम आपको आगे की जानकारी देते रहेंगे।",
    },
  },
  feeUnpaid: {
    variables: { number: "alphanumeric", link: "url" },
    sms: {
      en: "The fee for your [brand] request {number} is not paid yet. Go on here: {link} -[brand]",
      hi: "आपके [brand] अनुरोध {number} की फ़ीस बाकी है। आगे यहाँ: {link}",
    },
    registered: { en: 35, hi: 36 },
    whatsapp: "sms",
  },
  requestUpdate: {
    variables: { number: "alphanumeric", link: "url" },
    sms: {
      en: "There is news about your [brand] request {number}. See it here: {link} -[brand]",
      hi: "आपके [brand] अनुरोध {number} में नया अपडेट है। यहाँ देखें: {link}",
    },
    registered: { en: 9, hi: 10 },
    whatsapp: "sms",
  },
  happyCodes: {
    variables: { happy: "numeric", unhappy: "numeric" },
    sms: {
      en: "[brand]: when the work is done, give the technician happy code {happy} if you are satisfied, or unhappy code {unhappy} if you are not.",
      hi: "[brand]: काम पूरा होने पर तकनीशियन को, खुश हों तो हैप्पी कोड {happy} दें, न हों तो अनहैप्पी कोड {unhappy} दें।",
    },
    registered: { en: 11, hi: 12 },
    whatsapp: {
      en: "[brand]: when the work is done, give the technician happy code {happy} if you are satisfied, or unhappy code {unhappy} if you are not. Give no code before.",
      hi: "[brand]: काम पूरा होने पर तकनीशियन को, खुश हों तो हैप्पी कोड {happy} दें, न हों तो अनहैप्पी कोड {unhappy} दें। उससे पहले कोई कोड न दें।",
    },
  },
  technicianOnTheWay: {
    variables: { number: "alphanumeric", link: "url" },
    sms: {
      en: "The technician for your [brand] request {number} is on the way. Track it here: {link}",
      hi: "[brand] अनुरोध {number}: तकनीशियन निकल चुके हैं। यहाँ देखें: {link}",
    },
    registered: { en: 41, hi: 42 },
    whatsapp: {
      en: "The technician for your [brand] request {number} is on the way. Track it here: {link} Please be reachable by phone.",
      hi: "आपके [brand] अनुरोध {number} के लिए तकनीशियन निकल चुके हैं। यहाँ देखें: {link} कृपया फ़ोन पर उपलब्ध रहें।",
    },
  },
  billReady: {
    variables: { number: "alphanumeric", link: "url" },
    sms: {
      en: "The bill for your [brand] request {number} is ready. See it here: {link} -[brand]",
      hi: "आपके [brand] अनुरोध {number} का बिल तैयार है। यहाँ देखें: {link}",
    },
    registered: { en: 100, hi: 101 },
    whatsapp: {
      en: "The bill for your [brand] request {number} is ready. See it here: {link} Thank you!",
      hi: "आपके [brand] अनुरोध {number} का बिल तैयार है। यहाँ देखें: {link} धन्यवाद!",
    },
  },
  rideConfirmed: {
    variables: { number: "alphanumeric", link: "url" },
    sms: {
      en: "Your [brand] ride {number} is registered. Track it here: {link} -[brand]",
      hi: "आपकी [brand] सवारी {number} दर्ज हो गई है। यहाँ देखें: {link}",
    },
    registered: { en: 102, hi: 103 },
    whatsapp: {
      en: "Your [brand] ride {number} is registered. Track it here: {link} We will keep you informed.",
      hi: "आपकी [brand] सवारी {number} दर्ज हो गई है। यहाँ देखें: {link} हम आपको आगे की जानकारी देते रहेंगे।",
    },
  },
  rideOnTheWay: {
    variables: { number: "alphanumeric", link: "url" },
    sms: {
      en: "The driver for your [brand] ride {number} is on the way. Track it here: {link} -[brand]",
      hi: "[brand] सवारी {number}: ड्राइवर निकल चुके हैं। यहाँ देखें: {link}",
    },
    registered: { en: 104, hi: 105 },
    whatsapp: {
      en: "The driver for your [brand] ride {number} is on the way. Track it here: {link} Please be reachable by phone.",
      hi: "आपकी [brand] सवारी {number} के लिए ड्राइवर निकल चुके हैं। यहाँ देखें: {link} कृपया फ़ोन पर उपलब्ध रहें।",
    },
  },
  rideCodes: {
    variables: { happy: "numeric", unhappy: "numeric" },
    sms: {
      en: "[brand]: at the end of the ride, give the driver happy code {happy} if you are satisfied, or unhappy code {unhappy} if you are not.",
      hi: "[brand]: सवारी के बाद ड्राइवर को, खुश हों तो हैप्पी कोड {happy} दें, न हों तो अनहैप्पी कोड {unhappy} दें।",
    },
    registered: { en: 106, hi: 107 },
  },
  rideFeedback: {
    variables: { number: "alphanumeric", link: "url" },
    sms: {
      en: "Your [brand] ride {number} is over. Please tell us how it went: {link} -[brand]",
      hi: "आपकी [brand] सवारी {number} पूरी हुई। कृपया अपनी राय दें: {link}",
    },
    registered: { en: 108, hi: 109 },
  },
  visitAssigned: {
    variables: { visit: "alphanumeric", link: "url" },
    title: { en: "New visit", hi: "नई विज़िट" },
    sms: {
      en: "[brand]: a visit is assigned to you: {visit}. Details: {link}",
      hi: "[brand]: आपको विज़िट मिली: {visit}। विवरण: {link}",
    },
    registered: { en: 43, hi: 44 },
    push: "sms",
  },
  visitChanged: {
    variables: { visit: "alphanumeric", link: "url" },
    title: { en: "Visit changed", hi: "विज़िट बदली" },
    sms: {
      en: "[brand]: your visit has changed, it is now: {visit}. Details: {link}",
      hi: "[brand]: आपकी विज़िट बदल गई, अब: {visit}। विवरण: {link}",
    },
    registered: { en: 45, hi: 46 },
    push: "sms",
  },
  visitWithdrawn: {
    variables: { visit: "alphanumeric", link: "url" },
    title: { en: "Visit cancelled", hi: "विज़िट रद्द" },
    sms: {
      en: "[brand]: please do not go, this visit is no longer yours: {visit}. Details: {link}",
      hi: "[brand]: न जाएँ, यह विज़िट अब आपकी नहीं: {visit}। विवरण: {link}",
    },
    registered: { en: 47, hi: 48 },
    push: "sms",
  },
  feedbackLink: {
    variables: { number: "alphanumeric", link: "url" },
    sms: {
      en: "Your [brand] request {number} is closed. Please tell us how it went: {link} -[brand]",
      hi: "आपका [brand] अनुरोध {number} पूरा हुआ। कृपया अपनी राय दें: {link}",
    },
    registered: { en: 13, hi: 14 },
    whatsapp: {
      en: "Your [brand] request {number} is closed. Please tell us how it went: {link} Thank you!",
      hi: "आपका [brand] अनुरोध {number} पूरा हुआ। कृपया अपनी राय दें: {link} धन्यवाद!",
    },
  },
  centerNewRequest: {
    variables: { service: "alphanumeric", pincode: "numeric" },
    title: { en: "New request", hi: "नया अनुरोध" },
    sms: {
      en: "New {service} request in {pincode}. Open [brand] to accept it.",
      hi: "{pincode} में {service} का नया अनुरोध। स्वीकार करने के लिए [brand] खोलें।",
    },
    registered: { en: 15, hi: 16 },
    push: "sms",
    whatsapp: "sms",
  },
  ...waitingTexts,
  ...balanceTexts,
  refundDone: {
    variables: { rupees: "numeric", number: "alphanumeric" },
    sms: {
      en: "[brand] has refunded Rs {rupees} for request {number}. It reaches your account in 5 to 7 working days.",
      hi: "[brand] ने अनुरोध {number} के {rupees} रुपये लौटा दिए हैं। 5 से 7 कार्य दिवस में खाते में आ जाएँगे।",
    },
    registered: { en: 17, hi: 18 },
    whatsapp: "sms",
  },
  leadReturned: {
    variables: { rupees: "numeric", number: "alphanumeric" },
    sms: {
      en: "[brand]: Rs {rupees} that you paid for request {number} are back in your wallet.",
      hi: "[brand]: अनुरोध {number} के लिए दिए {rupees} रुपये आपके वॉलेट में लौट आए हैं।",
    },
    registered: { en: 19, hi: 20 },
  },
  penaltyTaken: {
    variables: { rupees: "numeric", reason: "alphanumeric" },
    sms: {
      en: "[brand]: a penalty of Rs {rupees} was taken from your wallet: {reason}. You can object under Payments within 72 hours.",
      hi: "[brand]: आपके वॉलेट से {rupees} रुपये जुर्माना लिया गया: {reason}। 72 घंटे में भुगतान पेज पर आपत्ति कर सकते हैं।",
    },
    registered: { en: 25, hi: 26 },
  },
  penaltyReturned: {
    variables: { rupees: "numeric", number: "alphanumeric" },
    sms: {
      en: "[brand]: your objection was accepted. The penalty of Rs {rupees} for request {number} is back in your wallet.",
      hi: "[brand]: आपकी आपत्ति मान ली गई। अनुरोध {number} के जुर्माने के {rupees} रुपये वॉलेट में लौट आए हैं।",
    },
    registered: { en: 27, hi: 28 },
  },
  penaltyUpheld: {
    variables: { rupees: "numeric", number: "alphanumeric" },
    sms: {
      en: "[brand]: the penalty of Rs {rupees} for request {number} stands after your objection. The reason is under Payments.",
      hi: "[brand]: आपकी आपत्ति के बाद भी अनुरोध {number} का {rupees} रुपये जुर्माना कायम है। कारण भुगतान पेज पर है।",
    },
    registered: { en: 29, hi: 30 },
  },
  centerPapers: {
    variables: {},
    title: { en: "A document was not accepted", hi: "दस्तावेज़ स्वीकार नहीं हुआ" },
    sms: {
      en: "[brand]: a document you sent was not accepted. Sign in to see why and send it again.",
      hi: "[brand]: आपका भेजा दस्तावेज़ स्वीकार नहीं हुआ। कारण देखने और फिर भेजने के लिए लॉग इन करें।",
    },
    registered: { en: 31, hi: 32 },
    push: "sms",
  },
  centerDisabled: {
    variables: { reason: "alphanumeric" },
    sms: {
      en: "[brand]: your center was disabled by the operators: {reason}. Sign in or call us to learn more.",
      hi: "[brand]: आपका सेंटर बंद किया गया: {reason}। अधिक जानने के लिए लॉग इन करें या फ़ोन करें।",
    },
    registered: { en: 33, hi: 34 },
  },
  walletCredited: {
    variables: { rupees: "numeric" },
    title: { en: "Money in your wallet", hi: "वॉलेट में पैसे" },
    push: {
      en: "[brand]: Rs {rupees} were added to your wallet.",
      hi: "[brand]: आपके वॉलेट में {rupees} रुपये जोड़े गए।",
    },
  },
  centerTermEnds: {
    variables: { date: "alphanumeric", rupees: "numeric" },
    title: { en: "Your trial or subscription", hi: "आपका ट्रायल या सदस्यता" },
    sms: {
      en: "[brand]: your trial or subscription ends on {date}, then no new requests. Rs {rupees} to go on: [site]/payments",
      hi: "[brand]: ट्रायल/सदस्यता {date} तक, फिर नए अनुरोध नहीं। आगे के लिए {rupees} रुपये: [site]/payments",
    },
    registered: { en: 71, hi: 72 },
    push: {
      en: "[brand]: your trial or subscription ends on {date}, then no new requests. Rs {rupees} to go on.",
      hi: "[brand]: आपका ट्रायल या सदस्यता {date} को समाप्त, फिर नए अनुरोध नहीं। {rupees} रुपये में जारी रखें।",
    },
  },
  centerTermOver: {
    variables: {},
    title: { en: "Your trial or subscription", hi: "आपका ट्रायल या सदस्यता" },
    push: {
      en: "[brand]: your trial or subscription has ended. You get no new requests until you have a subscription.",
      hi: "[brand]: आपका ट्रायल या सदस्यता समाप्त हो गई। सदस्यता होने तक नए अनुरोध नहीं मिलेंगे।",
    },
  },
  messagesLost: {
    variables: { count: "numeric" },
    sms: {
      en: "[brand]: {count} messages could not be sent and were given up. Please look at the message log.",
      hi: "[brand]: {count} संदेश नहीं भेजे जा सके और छोड़ दिए गए। कृपया संदेश सूची देखें।",
    },
    registered: { en: 21, hi: 22 },
  },
  heldFees: {
    variables: { count: "numeric" },
    sms: {
      en: "[brand]: {count} booking fees have waited for a decision for two days. Please look at the wallet approvals.",
      hi: "[brand]: {count} बुकिंग फ़ीस पर दो दिन से फ़ैसला बाकी है। कृपया वॉलेट अप्रूवल देखें।",
    },
    registered: { en: 37, hi: 38 },
  },
  escalation: {
    variables: { number: "alphanumeric", minutes: "numeric" },
    sms: {
      en: "[brand]: no service center has accepted request {number} for {minutes} minutes. Please look at it.",
      hi: "[brand]: अनुरोध {number} को {minutes} मिनट से किसी सेंटर ने स्वीकार नहीं किया। कृपया देखें।",
    },
    registered: { en: 23, hi: 24 },
    whatsapp: "sms",
  },
} as const satisfies Record<string, Definition>;

export type TemplateKey = keyof typeof defined;
/** The values of a template's variables. */
export type ValuesOf<K extends TemplateKey> = Record<keyof (typeof defined)[K]["variables"], string | number>;
/** The templates a channel has. */
export type TemplatesOn<C extends MessageChannel> = {
  [K in TemplateKey]: (typeof defined)[K] extends Record<C, Texts | "sms"> ? K : never;
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
  Object.hasOwn(defined[key], channel);

/** The host a phone's autofill binds an OTP to. */
export const otpHost = () => new URL(env.publicUrl).hostname;

/** A text with this installation's fixed words filled in. */
export const withFixedWords = (text: string) =>
  text.replaceAll("[brand]", env.productName).replaceAll("[host]", otpHost()).replaceAll("[site]", env.publicUrl);

/** One text of a template, in English where the language has none; undefined when it has none for this channel. */
export function templateOn(key: TemplateKey, channel: MessageChannel, locale: Locale): Template | undefined {
  const own = textOn(key, channel, locale);
  if (own) return own;
  const english = textOn(key, channel, "en");
  if (english) countFallback(locale);
  return english;
}

function textOn(key: TemplateKey, channel: MessageChannel, locale: Locale): Template | undefined {
  const definition: Definition = defined[key];
  const texts = definition[channel] === "sms" ? definition.sms : definition[channel];
  const body = texts?.[locale];
  if (body === undefined) return undefined;
  const title = definition.title?.[locale] ?? env.productName;
  const registered = channel === "sms" ? definition.registered?.[locale] : undefined;
  return { key, channel, locale, variables: definition.variables, body: withFixedWords(body), title, registered };
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
