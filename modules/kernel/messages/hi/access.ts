import type { access as en } from "../en/access.ts";

export const access: Record<keyof typeof en, string> = {
  "otp.wrong": "OTP गलत है",
  "otp.missing": "कृपया OTP लिखें",
  "otp.sent": "OTP भेज दिया गया है",
  "otp.verified": "OTP की पुष्टि हो गई",
  "otp.wait": "नया OTP माँगने से पहले {seconds} सेकंड रुकें",
  "otp.tooMany": "इस नंबर के लिए बहुत बार OTP माँगा गया है। कृपया {minutes} मिनट बाद कोशिश करें",
  "otp.proofNeeded": "कृपया पहले OTP से मोबाइल नंबर की पुष्टि करें",
  "consumer.registered": "पंजीकरण हो गया",
  "admin.userNameMissing": "कृपया यूज़र नेम लिखें",
  "admin.passwordMissing": "कृपया पासवर्ड लिखें",
  "admin.passwordShort": "कृपया कम से कम 8 अक्षरों का पासवर्ड चुनें",
  "admin.loginFailed": "यूज़र नेम या पासवर्ड गलत है",
  "admin.loginWait": "कई बार गलत कोशिश हुई। कृपया {minutes} मिनट बाद फिर कोशिश करें",
  "admin.loggedIn": "एडमिन लॉगिन हो गया",
  "admin.userNameTaken": "यह यूज़र नेम पहले से लिया जा चुका है",
  "admin.notFound": "यह यूज़र मौजूद नहीं है",
  "admin.lastSuperAdmin": "आख़िरी सुपर एडमिन को बदला नहीं जा सकता",
  "role.notFound": "यह भूमिका मौजूद नहीं है",
};
