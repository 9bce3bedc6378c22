import type { notifications as en } from "../en/notifications.ts";

export const notifications: Record<keyof typeof en, string> = {
  "messages.notProven": "यह डिलीवरी रिपोर्ट प्रमाणित नहीं है",
  "messages.notFound": "ऐसा कोई संदेश नहीं है",
  "messages.underWay": "यह संदेश रास्ते में है या पहुँच चुका है",
  "messages.notRetriable": "यह संदेश दोबारा नहीं भेजा जा सकता: OTP नया माँगा जाता है, और तीन दिन बाद बहुत देर हो चुकी होती है",
};
