import type { technician as en } from "../en/technician.ts";

export const technician: Record<keyof typeof en, string> = {
  "technician.image.sending": "तस्वीर भेजी जा रही है",
  "technician.image.sent": "तस्वीर पहुँच गई है। इसे रखने के लिए फ़ॉर्म सहेजें।",
  "technician.image.open": "सहेजी हुई तस्वीर खोलें: {what}",
  "technician.image.preview": "चुनी हुई तस्वीर: {what}",
  "technician.image.private": "इसे केवल आपका सेंटर और ऑपरेटर देख सकते हैं, और हर बार देखना दर्ज होता है।",
  "technician.image.face": "तकनीशियन की सहमति हो तो सौंपे जाने पर यह ग्राहक को दिखती है।",
  "technician.showsFace": "ग्राहकों के लिए चेहरा",
  "technician.showsFace.agreed": "तकनीशियन सहमत हैं कि ग्राहक चेहरा देखें",
  "technician.showsFace.hint": "सहमति के बिना ग्राहक को नाम के पहले अक्षर दिखते हैं।",
  "technician.image.profile": "प्रोफ़ाइल तस्वीर",
  "technician.image.certificate": "प्रमाणपत्र",
  "technician.image.certificateHint": "प्रशिक्षण या पहले के काम का: JPEG, PNG या WebP तस्वीर, ज़्यादा से ज़्यादा 10 MB",
  "technician.image.front": "मास्क किया हुआ आधार कार्ड, सामने का भाग",
  "technician.image.back": "मास्क किया हुआ आधार कार्ड, पीछे का भाग",
  "technician.image.cardHint": "JPEG, PNG या WebP तस्वीर, ज़्यादा से ज़्यादा 10 MB",
  "technician.image.masked":
    "केवल मास्क किया हुआ कार्ड, जिसके पहले आठ अंक छिपे हों (myaadhaar.uidai.gov.in से डाउनलोड करें)। दूसरे कार्ड अस्वीकार होते हैं।",
  "technician.sameAddress": "स्थायी पते जैसा ही",
  "technician.search": "नाम, आईडी, फ़ोन, पिनकोड या सेवा",
};
