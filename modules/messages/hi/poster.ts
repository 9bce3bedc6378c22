import type { poster as en } from "../en/poster.ts";

export const poster: Record<keyof typeof en, string> = {
  "poster.home": "घर की सर्विस या मरम्मत? स्कैन करके बुक करें।",
  "poster.ride": "सवारी चाहिए? स्कैन करके बुक करें।",
  "poster.step.scan": "फ़ोन के कैमरे से कोड स्कैन करें",
  "poster.step.say": "बताएँ कि क्या काम है और कब",
  "poster.step.where": "बताएँ कि कहाँ जाना है",
  "poster.step.come": "तकनीशियन आपके घर आएगा",
  "poster.step.ride": "ड्राइवर आपके पास आएगा",
  "poster.noApp": "किसी ऐप की ज़रूरत नहीं।",
  "poster.qrId": "QR आईडी",
  "poster.label": "QR पोस्टर",
  "poster.download": "QR पोस्टर {size}",
  "poster.downloadHint": "QR पोस्टर {size}: छापने के लिए PDF",
  "qr.notFound": "यह QR कोड मौजूद नहीं है",
  "qr.revoked": "यह QR कोड बंद कर दिया गया है। इसके पोस्टर से किसी को श्रेय नहीं मिलेगा।",
  "booking.qrRevoked": "यह QR कोड अब उपयोग में नहीं है। फिर भी आप यहाँ बुकिंग कर सकते हैं।",
};
