import type { consumers as en } from "../en/consumers.ts";

export const consumers: Record<keyof typeof en, string> = {
  "consumers.title": "ग्राहक",
  "consumers.avatar": "चित्र",
  "consumers.registered": "पंजीकरण तिथि",
  "consumers.name": "नाम",
  "consumers.email": "ईमेल",
  "consumers.given": "दिए गए रेफ़रल",
  "consumers.received": "रेफ़रल किससे",
  "consumers.from": "पंजीकरण कहाँ से",
  "consumers.address": "पता",
  "consumers.referred": "हाँ",
  "consumers.notReferred": "कोई नहीं",
  "consumers.app": "ऐप",
  "consumers.web": "वेब",
  "consumers.search": "नाम या मोबाइल नंबर",
  "consumers.none": "अभी कोई ग्राहक नहीं। जो सत्यापित मोबाइल नंबर से बुक करते हैं, वे यहाँ दिखते हैं।",
  "consumers.notFound": "ग्राहक नहीं मिला",
  "consumers.inTheWay": "इस ग्राहक का कोई अनुरोध खुला है या पैसे का हिसाब बाकी है: पहले उसे पूरा करें।",
};
