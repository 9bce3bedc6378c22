import type { Definition } from "./definition.ts";

/** The messages about a customer's balance, word for word as registered. */
export const balanceTexts = {
  feeInBalance: {
    variables: { rupees: "numeric", number: "alphanumeric" },
    sms: {
      en: "[brand]: Rs {rupees} of your fee for request {number} is in your balance. It pays first when you book again.",
      hi: "[brand]: अनुरोध {number} की फ़ीस के {rupees} रुपये आपके बैलेंस में हैं। अगली बुकिंग में पहले यही लगेंगे।",
    },
    registered: { en: 70, hi: 73 },
    whatsapp: {
      en: "[brand]: Rs {rupees} of your fee for request {number} is in your balance. It pays first when you book again with this number.",
      hi: "[brand]: अनुरोध {number} की फ़ीस के {rupees} रुपये आपके बैलेंस में हैं। इस नंबर से अगली बुकिंग में पहले यही लगेंगे।",
    },
  },
  balanceAdded: {
    variables: { rupees: "numeric", reason: "alphanumeric" },
    sms: {
      en: "[brand]: Rs {rupees} was added to your balance: {reason}. It pays first when you book again.",
      hi: "[brand]: आपके बैलेंस में {rupees} रुपये जोड़े गए: {reason}। अगली बुकिंग में पहले यही लगेंगे।",
    },
    registered: { en: 74, hi: 75 },
    whatsapp: {
      en: "[brand]: Rs {rupees} was added to your balance: {reason}. It pays first when you book again with this number.",
      hi: "[brand]: आपके बैलेंस में {rupees} रुपये जोड़े गए: {reason}। इस नंबर से अगली बुकिंग में पहले यही लगेंगे।",
    },
  },
  balancePaidOut: {
    variables: { rupees: "numeric", reference: "alphanumeric" },
    sms: {
      en: "[brand]: Rs {rupees} of your balance was paid to your bank account. The bank's reference ends in {reference}.",
      hi: "[brand]: आपके बैलेंस के {rupees} रुपये बैंक खाते में भेजे गए। बैंक के रेफ़रेंस के अंतिम अक्षर: {reference}।",
    },
    registered: { en: 76, hi: 77 },
    whatsapp: "sms",
  },
  balanceWaived: {
    variables: { rupees: "numeric" },
    sms: {
      en: "[brand]: as you agreed, Rs {rupees} was taken off your balance. If you did not agree, please call us.",
      hi: "[brand]: आपकी सहमति से आपके बैलेंस से {rupees} रुपये छोड़े गए। सहमति नहीं दी तो हमें फ़ोन करें।",
    },
    registered: { en: 78, hi: 79 },
    whatsapp: "sms",
  },
} as const satisfies Record<string, Definition>;
