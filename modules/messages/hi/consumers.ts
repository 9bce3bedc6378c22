import type { consumers as en } from "../en/consumers.ts";

export const consumers: Record<keyof typeof en, string> = {
  "consumers.title": "ग्राहक",
  "consumers.avatar": "तस्वीर",
  "consumers.registered": "पंजीकरण तिथि",
  "consumers.given": "दिए गए रेफ़रल",
  "consumers.received": "रेफ़रल किससे",
  "consumers.from": "पंजीकरण कहाँ से",
  "consumers.notReferred": "कोई नहीं",
  "consumers.app": "ऐप",
  "consumers.web": "वेब",
  "consumers.search": "नाम या मोबाइल नंबर",
  "consumers.none": "अभी कोई ग्राहक नहीं। जो सत्यापित मोबाइल नंबर से बुक करते हैं, वे यहाँ दिखते हैं।",
  "consumers.notFound": "ग्राहक नहीं मिला",
  "consumers.nowhere":
    "किसी ग्राहक, अनुरोध, सवारी या फ़ाइल में यह नंबर नहीं है। अगर यह दूसरों के अनुरोधों के शब्दों में है, तो वह भी चुनें (शेल में `--words`)।",
  "consumers.alsoIn": "और कहाँ देखें",
  "consumers.alsoIn.words": "यह नंबर केवल दूसरों के अनुरोधों या टिप्पणियों के शब्दों में है",
  "consumers.alsoIn.hint": "व्यक्ति इसी नंबर से जोड़ा जाता है; मिटाने पर वे शब्द 24 घंटे में खाली हो जाते हैं।",
  "consumers.partnerOnly":
    "यह नंबर किसी ग्राहक का नहीं है: यह किसी सेंटर, तकनीशियन, ऑनबोर्डर, क्लाइंट या एडमिन का है, जो यहाँ नहीं मिटाए जाते।",
  "consumers.byPhone": "मोबाइल नंबर से",
  "consumers.byPhoneTitle": "मोबाइल नंबर से व्यक्ति खोलें",
  "consumers.byPhoneLead":
    "जिसका यह नंबर है उसे ढूँढता है, चाहे उसका नाम केवल क्लाइंट, सेंटर या ऑपरेटर के अनुरोधों, सवारियों या अपलोड की गई फ़ाइलों में हो। जो अभी सूची में नहीं है, वह जोड़ा जाता है।",
  "consumers.byPhoneAct": "खोलें",
  "consumers.byPhoneFailed": "व्यक्ति नहीं खोला गया",
  "consumers.inTheWay": "इस ग्राहक का कोई अनुरोध खुला है या पैसे का हिसाब बाकी है: पहले उसे पूरा करें।",
};
