import type { api as en } from "../en/api.ts";

export const api: Record<keyof typeof en, string> = {
  "api.ok": "ठीक है",
  "api.noSuchCall": "ऐसी कोई कॉल नहीं है",
  "api.otherMethod": "यह कॉल {methods} से होती है",
  "api.brokenJson": "भेजा गया डेटा सही JSON नहीं है",
  "api.unknownWord": "यह कॉल “{name}” नाम का query parameter नहीं लेती",
  "api.notTaken": "यह कॉल इसे नहीं लेती",
  "api.notJson": "भेजा गया डेटा JSON ऑब्जेक्ट नहीं है",
  "api.docsTitle": "एपीआई",
  "api.docsIntro": "हर कॉल एक ही ढाँचे में जवाब देती है: status, success, message और data। मशीनों के लिए दस्तावेज़:",
  "api.docsToken":
    "लॉगिन से मिला टोकन access-token, x-access-token या Authorization हेडर में भेजें, Bearer के साथ या उसके बिना; वह 24 घंटे तक मान्य है।",
  "api.docsKeys":
    "B2B क्लाइंट का प्रोग्राम अपनी API कुंजी से साइन इन करता है: Authorization: Bearer ck_…, जिसे उसके एडमिन बनाते हैं। वह केवल वे कॉल खोलती है जिनमें उसका कोई अधिकार लिखा है, और समाप्त या रद्द होने तक चलती है।",
  "api.docsCodes": "अस्वीकृतियाँ, स्थिति और कोड के अनुसार",
  "api.docsAnswer": "जवाब",
  "api.docsScope": "{scope} वाली API कुंजी",
  "api.docsProof":
    "जिस कॉल पर x-otp-proof लिखा है उसके लिए फ़ोन नंबर की पुष्टि ज़रूरी है: OTP की पुष्टि करने वाली कॉल का data.proof इस हेडर में, या body में proof के नाम से भेजें। वह 15 मिनट तक और एक ही काम के लिए मान्य है।",
  "api.docsOnce":
    "जिस कॉल पर Idempotency-Key लिखा है वह कुछ बनाती है या पैसे का लेन-देन करती है: यह हेडर भेजने पर वह एक ही बार होती है, चाहे कितनी बार भेजी जाए।",
  "api.docsFor": "किसके लिए",
  "api.docsRequired": "ज़रूरी",
  "api.docsFind": "पते, काम या फ़ील्ड से कॉल खोजें",
  "api.docsSearch": "खोजें",
  "api.docsNothing": "“{find}” किसी कॉल में नहीं है।",
  "api.docsAll": "सभी कॉल दिखाएँ",
  "api.docsMore": "इन शब्दों वाली और कॉल: {count}। एक और शब्द लिखने से कम होंगी।",
  "api.docsCopy": "कॉल कॉपी करें",
  "api.docsCopied": "कॉपी हो गया",
  "api.hooks":
    "B2B क्लाइंट के अपने सिस्टम को उसके अनुरोध बदलते ही बताया जाता है: JSON के साथ POST से, हर उस पते पर जो उसके एडमिन या ऑपरेटर वेबहुक के पेज पर जोड़ते हैं; ज़्यादा से ज़्यादा {endpoints} पते। पता https का हो, पोर्ट 443 या 8443 पर, और खुले इंटरनेट पर हो; रीडायरेक्ट पर हम नहीं जाते।",
  "api.hooksAnswer":
    "{answerSeconds} सेकंड के भीतर 200 से 299 का जवाब मिले तो संदेश पहुँचा माना जाता है। नहीं तो वह फिर भेजा जाता है: पहले {firstSeconds} सेकंड बाद, फिर बढ़ते अंतराल पर, अधिकतम {lastHours} घंटे के। {tryHours} घंटे बाद कोशिश बंद होती है; भेजे गए संदेशों के पेज से {keptDays} दिन तक उसे फिर भेजा जा सकता है। जो पता {silencedDays} दिन कुछ नहीं लेता, वह बंद हो जाता है।",
  "api.hooksOrder":
    "हर संदेश कम से कम एक बार पहुँचता है, हमेशा उसी webhook-id के साथ: जो id ले चुके हैं उन्हें याद रखें। एक अनुरोध के संदेश उसी क्रम में आते हैं जिसमें बातें हुईं।",
  "api.hooksFacts":
    "संदेश बताता है कि उस पल अनुरोध किस स्थिति में था, {call} के नामों से। उसमें किसी व्यक्ति का नाम नहीं होता: नाम, फ़ोन और पता वही कॉल बताती है, उसे जो देख सकता है।",
  "api.hooksCheck": "जाँचें कि संदेश हमारा है",
  "api.hooksSigned":
    "webhook-signature में v1, और webhook-id.webhook-timestamp.body पर कुंजी के बाइट से बने HMAC-SHA256 का Base64 होता है, जैसा Standard Webhooks कहता है। कुंजी बदलते समय दो हस्ताक्षर होते हैं, बीच में खाली जगह के साथ; एक का मिलना काफ़ी है। Node.js में:",
  "api.hooksCopy": "जाँच कॉपी करें",
  "api.hooksHeaders": "हेडर",
  "api.hooksEvents": "घटनाएँ",
};
