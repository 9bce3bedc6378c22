import type { notifications as en } from "../en/notifications.ts";

export const notifications: Record<keyof typeof en, string> = {
  "messages.notProven": "यह डिलीवरी रिपोर्ट प्रमाणित नहीं है",
  "jobs.notFound": "ऐसा कोई काम नहीं है",
  "jobs.notFailed": "केवल असफल हुआ काम दोबारा चलाया जाता है",
  "messages.notFound": "ऐसा कोई संदेश नहीं है",
  "messages.underWay": "यह संदेश रास्ते में है या पहुँच चुका है",
  "messages.notRetriable": "यह संदेश दोबारा नहीं भेजा जा सकता: OTP नया माँगा जाता है, और तीन दिन बाद बहुत देर हो चुकी होती है",
  "push.label": "इस डिवाइस पर सूचना दें",
  "push.hint": "नए अनुरोध की सेवा और पिनकोड, यह पेज बंद होने पर भी।",
  "push.on": "इस ब्राउज़र के लिए चालू, लॉगआउट करने तक।",
  "push.asking": "आपका ब्राउज़र अभी पूछ रहा है: अनुमति दें चुनें।",
  "push.blocked":
    "आपका ब्राउज़र इस साइट की सूचनाएँ रोक रहा है। हटाने के लिए पते के पास साइट सेटिंग खोलें, सूचनाओं को अनुमति दें, और यह पेज फिर से खोलें।",
  "push.unsupported": "यह ब्राउज़र सूचनाएँ नहीं दिखा सकता। iPhone पर पहले इस साइट को होम स्क्रीन पर जोड़ें।",
  "push.unreachable": "ब्राउज़र की पुश सेवा से संपर्क नहीं हो सका। कृपया बाद में फिर कोशिश करें।",
  "push.unknownService": "इस ब्राउज़र की पुश सेवा यहाँ ज्ञात नहीं है",
  "push.badSubscription": "ब्राउज़र की सदस्यता पढ़ी नहीं जा सकी",
  "share.noPhone": "फ़ोन नंबर नहीं है या गलत है",
  "tracking.shareText": "{product} का अनुरोध {number} यहाँ देखें: {link}",
  "sandbox.log": "संदेश सूची",
  "sandbox.logHint":
    "हर संदेश का क्या हुआ: queued (कतार में), sent (भेजा गया), delivered (पहुँचा), failed (नहीं पहुँचा), given_up (छोड़ दिया), withheld (रोका गया)। 60000001xx नंबर WhatsApp पर और 60000002xx SMS पर नहीं मिलते।",
  "sandbox.template": "टेम्पलेट",
  "sandbox.tries": "कोशिशें",
  "ticket.broadcastNotOk": "नेटवर्क का उत्तर ठीक नहीं था",
};
