import type { Definition } from "./definition.ts";

/** The messages about requests that wait for a center, word for word as registered. */
export const waitingTexts = {
  centerWaiting: {
    variables: { count: "numeric" },
    title: { en: "Waiting requests", hi: "इंतज़ार में अनुरोध" },
    sms: {
      en: "[brand]: waiting requests that fit your center: {count}. Open [site]/brodcast-requests to accept them.",
      hi: "[brand]: आपके सेंटर के लायक इंतज़ार में अनुरोध: {count}। स्वीकार करें: [site]/brodcast-requests",
    },
    registered: { en: 60, hi: 61 },
    push: {
      en: "[brand]: waiting requests that fit your center: {count}. Open New Tickets to accept them.",
      hi: "[brand]: आपके सेंटर के लायक इंतज़ार में अनुरोध: {count}। स्वीकार करने के लिए खोलें।",
    },
  },
  unservedDemand: {
    variables: { count: "numeric", place: "alphanumeric" },
    sms: {
      en: "[brand]: requests of yesterday in your states without a center: {count}, most for {place}. Sign in to add one.",
      hi: "[brand]: कल आपके राज्यों में बिना सेंटर के अनुरोध: {count}, सबसे ज़्यादा {place}। जोड़ने के लिए लॉग इन करें।",
    },
    registered: { en: 62, hi: 63 },
  },
} as const satisfies Record<string, Definition>;
