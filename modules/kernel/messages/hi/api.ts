import type { api as en } from "../en/api.ts";

export const api: Record<keyof typeof en, string> = {
  "api.ok": "ठीक है",
  "api.noSuchCall": "ऐसी कोई कॉल नहीं है",
  "api.notJson": "भेजा गया डेटा JSON ऑब्जेक्ट नहीं है",
  "api.docsTitle": "एपीआई",
  "api.docsIntro": "हर कॉल एक ही ढाँचे में जवाब देती है: status, success, message और data। मशीनों के लिए दस्तावेज़:",
  "api.docsFor": "किसके लिए",
  "api.docsRequired": "ज़रूरी",
};
