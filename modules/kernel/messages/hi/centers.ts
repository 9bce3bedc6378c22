import type { centers as en } from "../en/centers.ts";

export const centers: Record<keyof typeof en, string> = {
  "center.notFound": "यह सेंटर उपलब्ध नहीं है",
  "center.phoneMissing": "कृपया मोबाइल नंबर भरें",
  "center.phoneLength": "मोबाइल नंबर पूरे 10 अंकों का होना चाहिए",
  "center.otpMissing": "OTP नहीं भरा गया है",
  "center.otpSent": "OTP भेज दिया गया है",
  "center.loggedIn": "आप लॉगिन हो गए हैं",
  "center.loginDisabled": "इस सेंटर का लॉगिन बंद है। कृपया एडमिन से संपर्क करें।",
  "technician.created": "तकनीशियन जोड़ दिया गया है",
  "technician.updated": "तकनीशियन की जानकारी बदल दी गई है",
  "technician.deleted": "तकनीशियन हटा दिया गया है",
  "technician.notFound": "यह तकनीशियन उपलब्ध नहीं है",
  "technician.phoneTaken": "इस मोबाइल नंबर वाला तकनीशियन पहले से मौजूद है",
  "technician.hasOpenTickets": "इस तकनीशियन के पास अभी अधूरे अनुरोध हैं। पहले उन्हें किसी और को सौंपें।",
  "technician.panImage": "कृपया अपने पैन कार्ड की फ़ोटो अपलोड करें",
  "technician.sameName": "आपातकालीन संपर्क और संदर्भ व्यक्ति का नाम एक नहीं हो सकता",
  "technician.samePhone": "आपातकालीन संपर्क और संदर्भ व्यक्ति का फ़ोन नंबर एक नहीं हो सकता",
  "technician.uploadFailed": "अपलोड नहीं हो सका",
  "technician.uploadWrong": "अपलोड करते समय कुछ गड़बड़ हो गई।",
  "demo.notHere": "नमूना डेटा केवल सैंडबॉक्स में लिखा जाता है",
  "demo.seedLoaded": "इस सीड का डेटा पहले से मौजूद है। कोई दूसरा --seed चुनें।",
};
