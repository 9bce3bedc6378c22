import type { webhooks as en } from "../en/webhooks.ts";

export const webhooks: Record<keyof typeof en, string> = {
  "webhook.urlWrong": "पूरा पता लिखें, जिसमें पासवर्ड न हो",
  "webhook.urlHttps": "पता https:// से शुरू होना चाहिए",
  "webhook.urlPort": "केवल पोर्ट 443 और 8443 पर भेजा जाता है",
  "webhook.noEvent": "चुनें कि क्या बताया जाए",
  "webhook.tooMany": "पहले से {most} वेबहुक हैं। जिसकी ज़रूरत नहीं उसे हटाएँ।",
  "webhook.notFound": "यह वेबहुक मौजूद नहीं है",
  "webhook.noDelivery": "यह संदेश मौजूद नहीं है",
  "webhook.isOff": "वेबहुक बंद है",
  "webhook.waits": "यह पहले से प्रतीक्षा में है",
  "webhook.testsWait": "पाँच परीक्षण पहले से प्रतीक्षा में हैं",
};
