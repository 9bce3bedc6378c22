import type { imports as english } from "../en/imports.ts";

/** What exists already and comes from an operator's spreadsheets. */
export const imports: Record<keyof typeof english, string> = {
  "import.known": "पहले से है",
  "import.fate": "इसका क्या होगा",
  "import.faults": "गलतियाँ",
  "import.fate.new": "नया",
  "import.fate.known": "पहले से है",
  "import.fate.wrong": "छोड़ा गया",
  "import.mend.name": "नाम, अधिकतम 100 अक्षर",
  "import.mend.optionalName": "अधिकतम 100 अक्षर, या खाली छोड़ें",
  "import.mend.services": "सेवाएँ वैसे ही लिखें जैसे मान्य मानों की शीट में हैं, बीच में ; लगाएँ",
  "import.mend.service": "सेवा वैसे ही लिखें जैसे मान्य मानों की शीट में है, या खाली छोड़ें",
  "import.mend.state": "राज्य वैसे ही लिखें जैसे मान्य मानों की शीट में है",
  "import.mend.pincodes": "हर एक में 6 अंक, बीच में कॉमा, कुल 200 अक्षर तक",
  "import.mend.address": "मकान नंबर, गली और जगह, अधिकतम 300 अक्षर",
  "import.mend.city": "अधिकतम 100 अक्षर",
  "import.mend.email": "asha@example.com जैसा पता, या खाली छोड़ें",
  "import.mend.technicians": "0 से 10 तक पूरी संख्या, या खाली छोड़ें",
  "import.mend.qrId": "छपा हुआ कोड जो किसी के पास न हो, जैसे INA0001, या नए के लिए खाली छोड़ें",
  "import.mend.upi": "name@bank, अधिकतम 20 अक्षर, या खाली छोड़ें",
  "import.mend.gstin": "GST नंबर के 15 अक्षर, सेंटर के ही राज्य के, या खाली छोड़ें",
  "import.mend.center": "मौजूद सेंटर का फ़ोन या QR आईडी लिखें, जैसे INA0001",
  "import.mend.engagement": "SALARIED, PART_TIME, FREELANCER या SELF_EMPLOYED लिखें",
};
