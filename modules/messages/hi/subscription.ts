import type { subscription as en } from "../en/subscription.ts";

export const subscription: Record<keyof typeof en, string> = {
  "subscription.product": "कृपया चुनें कि क्या ख़रीदना है",
  "subscription.payBy": "कृपया कार्ड या वॉलेट चुनें",
  "subscription.reference": "कृपया भुगतान का रेफ़रेंस लिखें",
  "subscription.notSold": "यह अभी नहीं ख़रीदा जा सकता",
  "subscription.priceChanged": "अब कीमत {amount} है। कृपया फिर से देखें।",
  "subscription.waiting": "इस सेंटर की एक सदस्यता पहले से दूसरे एडमिन की मंज़ूरी के लिए रुकी है",
  "subscription.referenceTaken": "इस रेफ़रेंस का भुगतान पहले ही दर्ज है: {center}",
  "subscription.bought": "सदस्यता सफलतापूर्वक ले ली गई",
  "subscription.toPay": "सदस्यता लेने के लिए कृपया भुगतान करें",
  "subscription.entered": "सदस्यता दर्ज हो गई",
  "subscription.of.annual": "सालाना सदस्यता",
  "subscription.of.first_instalment": "पहली किस्त",
  "subscription.of.balance": "साल की बाकी रकम",
  "notice.subscribed": "आपकी सदस्यता {date} तक है",
  "notice.subscribedHint": "{product}: {amount} मिल गए।",
  "notice.subscribedBalance": "{product}: {amount} मिल गए। बाकी साल के लिए {date} से पहले {balance} दें।",
  "notice.notSubscribed": "आपका {amount} का भुगतान वापस जा रहा है",
  "notice.notSubscribedHint": "भुगतान पहुँचने तक {product} नहीं ख़रीदी जा सकती थी। रकम वहीं लौटेगी जहाँ से दी गई थी।",
};
