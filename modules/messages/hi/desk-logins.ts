import type { deskLogins as en } from "../en/desk-logins.ts";

export const deskLogins: Record<keyof typeof en, string> = {
  "deskLogin.title": "डेस्क लॉगिन",
  "deskLogin.lead":
    "आपके डेस्क पर काम करने वाले लोग अपने फ़ोन और OTP से लॉगिन करते हैं। वे आपके अनुरोध देखते हैं और उन पर सारा काम करते हैं, आपके वॉलेट से नए अनुरोध स्वीकार भी करते हैं। वे वॉलेट, सदस्यता, दस्तावेज़, तकनीशियनों का डेटा और यह पेज नहीं देखते।",
  "deskLogin.add": "व्यक्ति जोड़ें",
  "deskLogin.phoneHint": "ऐसा नंबर जिससे यहाँ कोई सेंटर, तकनीशियन या दूसरा व्यक्ति लॉगिन न करता हो।",
  "deskLogin.since": "{date} को जोड़ा गया",
  "deskLogin.signedIn": "पिछला लॉगिन: {date}",
  "deskLogin.neverSignedIn": "अभी तक लॉगिन नहीं किया। इस नंबर पर आए OTP से लॉगिन न हो तो {date} को समाप्त हो जाएगा।",
  "deskLogin.end": "लॉगिन समाप्त करें",
  "deskLogin.endOf": "{name} का लॉगिन समाप्त करें",
  "deskLogin.endConfirm": "{name} का लॉगिन समाप्त करें? {name} हर डिवाइस पर तुरंत लॉग आउट हो जाएँगे और फिर लॉगिन नहीं कर पाएँगे।",
  "deskLogin.full": "आपके पास {n} डेस्क लॉगिन हैं, इससे ज़्यादा नहीं हो सकते। नया व्यक्ति जोड़ने के लिए एक समाप्त करें।",
  "deskLogin.added": "अब वह व्यक्ति इस नंबर पर आए OTP से लॉगिन कर सकता है",
  "deskLogin.ended": "लॉगिन समाप्त हो गया",
  "deskLogin.phoneTaken": "इस नंबर से पहले से कोई लॉगिन करता है। दूसरा नंबर डालें।",
  "deskLogin.tooMany": "एक सेंटर के ज़्यादा से ज़्यादा {n} डेस्क लॉगिन होते हैं। पहले एक समाप्त करें।",
  "deskLogin.triesOver": "आपने लोगों को जोड़ने की बहुत बार कोशिश की। {hours} घंटे बाद फिर कोशिश करें।",
  "deskLogin.notFound": "यह लॉगिन अब नहीं है",
  "deskLogin.ownersAlone": "यह केवल आपके सेंटर के मालिक कर सकते हैं",
};
