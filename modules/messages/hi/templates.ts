import type { Templates } from "../templates.ts";

/** The messages in Hindi, word for word as registered. */
export const templates: Templates = {
  otp: {
    sms: "[brand] का OTP {code} है। 5 मिनट तक मान्य।\n@[host] #{code}",
    registered: 2,
  },
  passwordChanged: {
    sms: "[brand]: आपका पासवर्ड बदला गया। आपने नहीं बदला तो तुरंत एडमिन को बताएँ।",
    registered: 4,
  },
  otpPlain: {
    sms: "[brand] का OTP {code} है। 5 मिनट तक मान्य। किसी को न बताएँ।",
    registered: 6,
  },
  bookingConfirmed: {
    sms: "आपका [brand] अनुरोध {number} दर्ज हो गया है। यहाँ देखें: {link}",
    registered: 8,
    whatsapp: "आपका [brand] अनुरोध {number} दर्ज हो गया है। यहाँ देखें: {link} हम आपको आगे की जानकारी देते रहेंगे।",
    approved: true,
  },
  feeUnpaid: {
    sms: "आपके [brand] अनुरोध {number} की फ़ीस बाकी है। आगे यहाँ: {link}",
    registered: 36,
    approved: true,
  },
  requestUpdate: {
    sms: "आपके [brand] अनुरोध {number} में नया अपडेट है। यहाँ देखें: {link}",
    registered: 10,
    approved: true,
  },
  visitLate: {
    sms: "[brand] {number}: कोई नहीं आया? अब क्या हो, चुनें: {link}",
    registered: 183,
    approved: true,
  },
  timesProposed: {
    sms: "[brand] अनुरोध {number}: दूसरे समय मिले। यहाँ चुनें: {link}",
    registered: 161,
    approved: true,
  },
  timeChosen: {
    title: "समय चुना गया",
    sms: "[brand]: अनुरोध {number} के ग्राहक ने आपका सुझाया समय चुना। देखें: [site]/brodcast-requests",
    registered: 163,
    push: "[brand]: अनुरोध {number} के ग्राहक ने आपका सुझाया समय चुना।",
  },
  deskLoginProven: {
    title: "नया डेस्क लॉगिन",
    sms: "[brand]: {name} अब आपके सेंटर में लॉगिन करते हैं। आपने नहीं जोड़ा तो समाप्त करें: [site]/center-logins",
    registered: 195,
    push: "[brand]: {name} अब आपके सेंटर के डेस्क पर लॉगिन करते हैं। आपने इन्हें नहीं जोड़ा तो लॉगिन समाप्त करें।",
  },
  deskLoginElsewhere: {
    title: "एक डेस्क लॉगिन समाप्त",
    sms: "[brand]: आपके सेंटर में जोड़े गए व्यक्ति अब दूसरे सेंटर में लॉगिन करते हैं। वह लॉगिन समाप्त: [site]/center-logins",
    registered: 199,
    push: "[brand]: आपके सेंटर के डेस्क में जोड़े गए व्यक्ति अब दूसरे सेंटर में लॉगिन करते हैं। आपके यहाँ वह लॉगिन समाप्त है।",
  },
  deskLoginEnded: {
    title: "डेस्क लॉगिन समाप्त",
    sms: "[brand]: आपके सेंटर में {name} का लॉगिन समाप्त हो गया है। देखें: [site]/center-logins",
    registered: 197,
    push: "[brand]: आपके सेंटर के डेस्क पर {name} का लॉगिन समाप्त हो गया है।",
  },
  happyCodes: {
    sms: "[brand]: काम पूरा होने पर तकनीशियन को, खुश हों तो हैप्पी कोड {happy} दें, न हों तो अनहैप्पी कोड {unhappy} दें।",
    registered: 12,
    whatsapp:
      "[brand]: काम पूरा होने पर तकनीशियन को, खुश हों तो हैप्पी कोड {happy} दें, न हों तो अनहैप्पी कोड {unhappy} दें। उससे पहले कोई कोड न दें।",
    approved: true,
  },
  outcomeQuestion: {
    sms: "[brand] अनुरोध {number} बंद हुआ। क्या वे आए, काम हुआ? बताएँ: {link}",
    registered: 191,
  },
  startCode: {
    sms: "[brand] अनुरोध {number}: तकनीशियन आने पर स्टार्ट कोड {code} बताएँ, पहले नहीं।",
    registered: 171,
    whatsapp:
      "[brand] अनुरोध {number}: तकनीशियन आपके दरवाज़े पर आएँ तब स्टार्ट कोड {code} बताएँ, उससे पहले किसी को नहीं। यह केवल बताता है कि वे आए।",
    approved: true,
  },
  technicianOnTheWay: {
    sms: "[brand] अनुरोध {number}: तकनीशियन निकल चुके हैं। यहाँ देखें: {link}",
    registered: 42,
    whatsapp: "आपके [brand] अनुरोध {number} के लिए तकनीशियन निकल चुके हैं। यहाँ देखें: {link} कृपया फ़ोन पर उपलब्ध रहें।",
    approved: true,
  },
  technicianReached: {
    sms: "[brand] {number}: तकनीशियन दरवाज़े पर हैं, फ़ोन करें: {link}",
    registered: 193,
  },
  billReady: {
    sms: "आपके [brand] अनुरोध {number} का बिल तैयार है। यहाँ देखें: {link}",
    registered: 101,
    whatsapp: "आपके [brand] अनुरोध {number} का बिल तैयार है। यहाँ देखें: {link} धन्यवाद!",
    approved: true,
  },
  waitlistServed: {
    sms: "[brand]: आपके यहाँ {service} का सेंटर आ गया। बुक करें: {link}",
    registered: 151,
  },
  rideConfirmed: {
    sms: "आपकी [brand] सवारी {number} दर्ज हो गई है। यहाँ देखें: {link}",
    registered: 103,
    whatsapp: "आपकी [brand] सवारी {number} दर्ज हो गई है। यहाँ देखें: {link} हम आपको आगे की जानकारी देते रहेंगे।",
    approved: true,
  },
  rideOnTheWay: {
    sms: "[brand] सवारी {number}: ड्राइवर निकल चुके हैं। यहाँ देखें: {link}",
    registered: 105,
    whatsapp: "आपकी [brand] सवारी {number} के लिए ड्राइवर निकल चुके हैं। यहाँ देखें: {link} कृपया फ़ोन पर उपलब्ध रहें।",
    approved: true,
  },
  rideCodes: {
    sms: "[brand]: सवारी के बाद ड्राइवर को, खुश हों तो हैप्पी कोड {happy} दें, न हों तो अनहैप्पी कोड {unhappy} दें।",
    registered: 107,
  },
  rideFeedback: {
    sms: "आपकी [brand] सवारी {number} पूरी हुई। कृपया अपनी राय दें: {link}",
    registered: 109,
  },
  visitAssigned: {
    title: "नई विज़िट",
    sms: "[brand]: आपको विज़िट मिली: {visit}। विवरण: {link}",
    registered: 44,
  },
  visitChanged: {
    title: "विज़िट बदली",
    sms: "[brand]: आपकी विज़िट बदल गई, अब: {visit}। विवरण: {link}",
    registered: 46,
  },
  visitWithdrawn: {
    title: "विज़िट रद्द",
    sms: "[brand]: न जाएँ, यह विज़िट अब आपकी नहीं: {visit}। विवरण: {link}",
    registered: 48,
  },
  feedbackLink: {
    sms: "आपका [brand] अनुरोध {number} पूरा हुआ। कृपया अपनी राय दें: {link}",
    registered: 14,
    whatsapp: "आपका [brand] अनुरोध {number} पूरा हुआ। कृपया अपनी राय दें: {link} धन्यवाद!",
    approved: true,
  },
  centerNewRequest: {
    title: "नया अनुरोध",
    sms: "{pincode} में {service} का नया अनुरोध। स्वीकार करने के लिए [brand] खोलें।",
    registered: 16,
    approved: true,
  },
  centerTimeChange: {
    title: "दूसरा समय",
    sms: "[brand]: अनुरोध {number} के ग्राहक दूसरा समय चाहते हैं। एक घंटे में जवाब दें: [site]/tickets-center",
    registered: 165,
    push: "[brand]: अनुरोध {number} के ग्राहक दूसरा समय चाहते हैं। एक घंटे में जवाब दें।",
  },
  centerUnstaffed: {
    title: "कोई तकनीशियन नहीं",
    sms: "[brand]: अनुरोध {number} की विज़िट आधे घंटे में है, तकनीशियन नहीं है। अभी दें: [site]/day",
    registered: 181,
    push: "[brand]: अनुरोध {number} की विज़िट आधे घंटे में है और कोई तकनीशियन नहीं है।",
  },
  centerMissed: {
    title: "कोई नहीं आया",
    sms: "[brand]: अनुरोध {number} के ग्राहक कहते हैं कि कोई नहीं आया। अभी फ़ोन करें: [site]/tickets-center",
    registered: 167,
    push: "[brand]: अनुरोध {number} के ग्राहक कहते हैं कि कोई नहीं आया। अभी फ़ोन करें।",
  },
  centerWaiting: {
    title: "इंतज़ार में अनुरोध",
    sms: "[brand]: आपके सेंटर के लायक इंतज़ार में अनुरोध: {count}। स्वीकार करें: [site]/brodcast-requests",
    registered: 61,
    push: "[brand]: आपके सेंटर के लायक इंतज़ार में अनुरोध: {count}। स्वीकार करने के लिए खोलें।",
  },
  unservedDemand: {
    sms: "[brand]: कल आपके राज्यों में बिना सेंटर के अनुरोध: {count}, सबसे ज़्यादा {place}। जोड़ने के लिए लॉग इन करें।",
    registered: 63,
  },
  feeInBalance: {
    sms: "[brand]: अनुरोध {number} की फ़ीस के {rupees} रुपये आपके बैलेंस में हैं। अगली बुकिंग में पहले यही लगेंगे।",
    registered: 73,
    whatsapp: "[brand]: अनुरोध {number} की फ़ीस के {rupees} रुपये आपके बैलेंस में हैं। इस नंबर से अगली बुकिंग में पहले यही लगेंगे।",
    approved: true,
  },
  balanceAdded: {
    sms: "[brand]: आपके बैलेंस में {rupees} रुपये जोड़े गए: {reason}। अगली बुकिंग में पहले यही लगेंगे।",
    registered: 75,
    whatsapp: "[brand]: आपके बैलेंस में {rupees} रुपये जोड़े गए: {reason}। इस नंबर से अगली बुकिंग में पहले यही लगेंगे।",
    approved: true,
  },
  balancePaidOut: {
    sms: "[brand]: आपके बैलेंस के {rupees} रुपये बैंक खाते में भेजे गए। बैंक के रेफ़रेंस के अंतिम अक्षर: {reference}।",
    registered: 77,
    approved: true,
  },
  balanceWaived: {
    sms: "[brand]: आपकी सहमति से आपके बैलेंस से {rupees} रुपये छोड़े गए। सहमति नहीं दी तो हमें फ़ोन करें।",
    registered: 79,
    approved: true,
  },
  refundDone: {
    sms: "[brand] ने अनुरोध {number} के {rupees} रुपये लौटा दिए हैं। 5 से 7 कार्य दिवस में खाते में आ जाएँगे।",
    registered: 18,
    approved: true,
  },
  leadReturned: {
    sms: "[brand]: अनुरोध {number} के लिए दिए {rupees} रुपये आपके वॉलेट में लौट आए हैं।",
    registered: 20,
  },
  penaltyTaken: {
    sms: "[brand]: आपके वॉलेट से {rupees} रुपये जुर्माना लिया गया: {reason}। 72 घंटे में भुगतान पेज पर आपत्ति कर सकते हैं।",
    registered: 26,
  },
  penaltyReturned: {
    sms: "[brand]: आपकी आपत्ति मान ली गई। अनुरोध {number} के जुर्माने के {rupees} रुपये वॉलेट में लौट आए हैं।",
    registered: 28,
  },
  penaltyUpheld: {
    sms: "[brand]: आपकी आपत्ति के बाद भी अनुरोध {number} का {rupees} रुपये जुर्माना कायम है। कारण भुगतान पेज पर है।",
    registered: 30,
  },
  centerPapers: {
    title: "दस्तावेज़ स्वीकार नहीं हुआ",
    sms: "[brand]: आपका भेजा दस्तावेज़ स्वीकार नहीं हुआ। कारण देखने और फिर भेजने के लिए लॉग इन करें।",
    registered: 32,
  },
  centerDisabled: {
    sms: "[brand]: आपका सेंटर बंद किया गया: {reason}। अधिक जानने के लिए लॉग इन करें या फ़ोन करें।",
    registered: 34,
  },
  walletCredited: {
    title: "वॉलेट में पैसे",
    push: "[brand]: आपके वॉलेट में {rupees} रुपये जोड़े गए।",
  },
  centerTermEnds: {
    title: "आपका ट्रायल या सदस्यता",
    sms: "[brand]: ट्रायल/सदस्यता {date} तक, फिर नए अनुरोध नहीं। आगे के लिए {rupees} रुपये: [site]/payments",
    registered: 72,
    push: "[brand]: आपका ट्रायल या सदस्यता {date} को समाप्त, फिर नए अनुरोध नहीं। {rupees} रुपये में जारी रखें।",
  },
  centerTermOver: {
    title: "आपका ट्रायल या सदस्यता",
    push: "[brand]: आपका ट्रायल या सदस्यता समाप्त हो गई। सदस्यता होने तक नए अनुरोध नहीं मिलेंगे।",
  },
  messagesLost: {
    sms: "[brand]: {count} संदेश नहीं भेजे जा सके और छोड़ दिए गए। कृपया संदेश सूची देखें।",
    registered: 22,
  },
  heldFees: {
    sms: "[brand]: {count} बुकिंग फ़ीस पर दो दिन से फ़ैसला बाकी है। कृपया वॉलेट अप्रूवल देखें।",
    registered: 38,
  },
  visitUnstaffed: {
    sms: "[brand]: अनुरोध {number} की विज़िट आधे घंटे में है और कोई तकनीशियन नहीं है। कृपया देखें।",
    registered: 185,
  },
  escalation: {
    sms: "[brand]: अनुरोध {number} को {minutes} मिनट से किसी सेंटर ने स्वीकार नहीं किया। कृपया देखें।",
    registered: 24,
    approved: true,
  },
};
