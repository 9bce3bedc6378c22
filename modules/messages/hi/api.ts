import type { api as en } from "../en/api.ts";

export const api: Record<keyof typeof en, string> = {
  "api.ok": "ठीक है",
  "api.noSuchCall": "ऐसी कोई कॉल नहीं है",
  "api.notJson": "भेजा गया डेटा JSON ऑब्जेक्ट नहीं है",
  "api.docsTitle": "एपीआई",
  "api.docsIntro": "हर कॉल एक ही ढाँचे में जवाब देती है: status, success, message और data। मशीनों के लिए दस्तावेज़:",
  "api.docsToken":
    "लॉगिन से मिला टोकन access-token, x-access-token या Authorization: Bearer हेडर में भेजें; वह 24 घंटे तक मान्य है।",
  "api.docsKeys":
    "B2B क्लाइंट का प्रोग्राम अपनी API कुंजी से साइन इन करता है: Authorization: Bearer ck_…, जिसे उसके एडमिन बनाते हैं। वह केवल वे कॉल खोलती है जिनमें उसका कोई अधिकार लिखा है, और समाप्त या रद्द होने तक चलती है।",
  "api.docsCodes": "अस्वीकृतियाँ, स्थिति और कोड के अनुसार",
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
  "api.docsCopy": "कॉल कॉपी करें",
  "api.docsCopied": "कॉपी हो गया",
};
