import type { admin as en } from "../en/admin.ts";

export const admin: Record<keyof typeof en, string> = {
  "admin.loginTitle": "एडमिन लॉगिन",
  "admin.userName": "यूज़र नाम",
  "admin.password": "पासवर्ड",
  "admin.login": "लॉगिन",
  "admin.forgotPassword": "पासवर्ड भूल गए?",
  "admin.otherLogins": "दूसरे लॉगिन",
  "admin.centerLogin": "सेंटर लॉगिन",
  "admin.home": "होम",
  "admin.homeDocs": "HTTP API के दस्तावेज़",
};
