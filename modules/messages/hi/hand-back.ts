import type { handBack as english } from "../en/hand-back.ts";

export const handBack: Record<keyof typeof english, string> = {
  "handBack.started": "काम शुरू हो चुका है, इसलिए यह अनुरोध लौटाया नहीं जा सकता",
  "handBack.notAccepted": "केवल आपका स्वीकार किया हुआ अनुरोध, विज़िट से पहले, लौटाया जा सकता है",
  "handBack.notFree": "यह अब मुफ़्त नहीं है: यह आपके इतिहास में गिना जाएगा",
  "handBack.notFreeLead": "यह अब मुफ़्त नहीं है: लीड के लिए दिए {amount} वापस नहीं होंगे, और यह आपके इतिहास में गिना जाएगा",
  "handBack.reason": "कारण",
  "handBack.reason.too_far": "जगह बहुत दूर है",
  "handBack.reason.no_technician": "कोई तकनीशियन खाली नहीं",
  "handBack.reason.no_parts": "पुर्ज़े नहीं हैं",
  "handBack.reason.customer_unreachable": "ग्राहक से संपर्क नहीं हो रहा",
  "handBack.reason.other_work": "काम अनुरोध से अलग है",
  "handBack.lead": "अनुरोध तुरंत दूसरे सेंटरों को जाएगा। आपको यह दोबारा नहीं मिलेगा, और ग्राहक का नाम, फ़ोन और पता अब नहीं दिखेगा।",
  "handBack.free": "{time} तक यह मुफ़्त है: {days} दिन में {most} में से {left} मुफ़्त मौके बचे हैं।",
  "handBack.freeLead": "लीड के {amount} आपके वॉलेट में लौटेंगे।",
  "handBack.late": "स्वीकार करने के {minutes} मिनट बाद यह मुफ़्त नहीं है: यह आपके इतिहास में गिना जाएगा।",
  "handBack.used": "आप {days} दिन के {most} मुफ़्त मौके इस्तेमाल कर चुके हैं: यह आपके इतिहास में गिना जाएगा।",
  "handBack.keptLead": "लीड के लिए दिए {amount} वापस नहीं होंगे।",
  "handBack.forCenter.lead":
    "सेंटर के नाम से: अनुरोध तुरंत दूसरे सेंटरों को जाएगा। सेंटर को यह दोबारा नहीं मिलेगा, और ग्राहक का नाम, फ़ोन और पता उसे अब नहीं दिखेगा।",
  "handBack.forCenter.counted": "यह अब मुफ़्त नहीं है: यह सेंटर के इतिहास में गिना जाएगा।",
  "handBack.forCenter.leadBack": "लीड के {amount} सेंटर के वॉलेट में लौटेंगे।",
  "handBack.forCenter.leadFee": "सेंटर ने लीड के लिए जो {amount} दिए, वे वापस नहीं होंगे।",
  "handBack.submit": "लौटाएँ",
  "handBack.done": "अनुरोध लौटा दिया गया।",
  "handBack.leadReturned": "अनुरोध लौटा दिया गया। लीड के {amount} आपके वॉलेट में लौट आए हैं।",
  "handBack.leadNotReturned": "अनुरोध लौटा दिया गया। लीड के लिए दिए {amount} वापस नहीं हुए।",
};
