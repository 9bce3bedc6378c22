import type { centerKit as en } from "../en/center-kit.ts";

export const centerKit: Record<keyof typeof en, string> = {
  "centers.act.kit": "ऑनबोर्डिंग किट का भुगतान",
  "center.kitReference": "भुगतान का रेफ़रेंस",
  "center.kitReferenceHint":
    "ट्रांसफ़र या रसीद का नंबर: अक्षर, अंक, खाली जगह, - और /। इसके बाद ब्रॉडकास्ट सूची में इस सेंटर की पंक्तियाँ आसमानी रंग की होंगी।",
  "center.kitReferenceMissing": "कृपया भुगतान का रेफ़रेंस लिखें",
  "center.kitReferenceShape": "रेफ़रेंस में केवल अक्षर, अंक, खाली जगह, - और / लिखें",
  "center.kitPaidAs": "भुगतान पहले से दर्ज है: {reference}",
  "center.kitMark": "भुगतान हुआ दर्ज करें",
  "center.kitMarked": "ऑनबोर्डिंग किट का भुगतान दर्ज हो गया",
  "center.kitTakenBack": "ऑनबोर्डिंग किट का भुगतान अब दर्ज नहीं है",
  "center.kitTakeBack": "क्या {name} की ऑनबोर्डिंग किट का भुगतान नहीं हुआ था?",
  "center.kitTakeBackAct": "भुगतान नहीं हुआ",
  "center.kitPaidBy": "भुगतान {date} को दर्ज किया गया: {reference}",
  "center.kitPaidAlready": "भुगतान दर्ज है।",
  "center.change.kitPaid": "ऑनबोर्डिंग किट का भुगतान दर्ज किया",
  "center.change.kitUnpaid": "ऑनबोर्डिंग किट का भुगतान हटाया",
};
