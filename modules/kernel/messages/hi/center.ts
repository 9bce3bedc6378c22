import type { center as en } from "../en/center.ts";

export const center: Record<keyof typeof en, string> = {
  "center.loginTitle": "सेंटर लॉगिन",
  "center.loginHint": "हम सेंटर के फ़ोन पर एक ओटीपी भेजते हैं।",
  "center.loginCodeHint": "एसएमएस में आया कोड भरें। यह पाँच मिनट तक चलेगा।",
  "center.phone": "मोबाइल नंबर",
  "center.otp": "ओटीपी",
  "center.sendOtp": "ओटीपी भेजें",
  "center.resendOtp": "ओटीपी फिर भेजें",
  "center.login": "लॉगिन",
  "center.otherPhone": "दूसरा नंबर इस्तेमाल करें",
};
