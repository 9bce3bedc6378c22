import type { stillNeeded as english } from "../en/still-needed.ts";

export const stillNeeded: Record<keyof typeof english, string> = {
  "stillNeeded.noQuestion": "इस अनुरोध के बारे में कोई सवाल नहीं है",
  "stillNeeded.answered": "आप जवाब दे चुके हैं, अब इसे बदला नहीं जा सकता",
  "stillNeeded.over": "अब इस सवाल की ज़रूरत नहीं: पूछने के बाद अनुरोध बदल गया है",
  "stillNeeded.expired": "जवाब देने का समय पूरा हो गया है, पर आप फिर से बुक कर सकते हैं",
  "stillNeeded.expiredWaiting": "जवाब देने का समय पूरा हो गया है। आपका अनुरोध अब भी खुला है",
  "tracking.stillNeeded": "क्या आपको अब भी मदद चाहिए?",
  "tracking.stillNeeded.answer": "जवाब दें",
  "tracking.stillNeeded.not_visited": "सर्विस सेंटर नहीं आ सका। अगर अब भी ज़रूरत है, तो हम आपके लिए दूसरा सेंटर ढूँढेंगे।",
  "tracking.stillNeeded.waiting": "अभी तक किसी सर्विस सेंटर ने आपका अनुरोध नहीं लिया है। अगर अब भी ज़रूरत है, तो हम ढूँढते रहेंगे।",
  "tracking.stillNeeded.yes": "हाँ, अब भी चाहिए",
  "tracking.stillNeeded.no": "नहीं, अब नहीं चाहिए",
  "tracking.stillNeeded.not_visited.yes": "आपका नया अनुरोध बिना बुकिंग फ़ीस के बनेगा। दूसरे सर्विस सेंटरों से तुरंत पूछा जाएगा।",
  "tracking.stillNeeded.not_visited.no": "आपका अनुरोध बंद रहेगा। इसे बाद में बदला नहीं जा सकता।",
  "tracking.stillNeeded.waiting.yes": "आपका अनुरोध खुला रहेगा।",
  "tracking.stillNeeded.waiting.no": "आपका अनुरोध रद्द होगा, और चुकाई गई फ़ीस आपको वापस मिलेगी।",
  "tracking.stillNeeded.until": "आप {time} तक जवाब दे सकते हैं।",
  "tracking.stillNeeded.not_visited.was.yes": "आपने बताया कि अब भी ज़रूरत है, इसलिए बिना बुकिंग फ़ीस के नया अनुरोध बनाया गया:",
  "tracking.stillNeeded.not_visited.was.no": "आपने बताया कि अब ज़रूरत नहीं है।",
  "tracking.stillNeeded.not_visited.was.expired":
    "हमने पूछा था कि क्या अब भी ज़रूरत है। जवाब देने का समय पूरा हो गया है, पर आप फिर से बुक कर सकते हैं।",
  "tracking.stillNeeded.waiting.was.yes": "आपने बताया कि अब भी ज़रूरत है। हम ढूँढ रहे हैं।",
  "tracking.stillNeeded.waiting.was.no": "आपने बताया कि अब ज़रूरत नहीं है।",
  "tracking.stillNeeded.waiting.was.expired":
    "हमने पूछा था कि क्या अब भी ज़रूरत है, पर जवाब नहीं मिला। आपका अनुरोध अब भी खुला है।",
  "tracking.stillNeeded.late": "जवाब देने का समय पूरा हो गया है, पर आप यहाँ फिर से बुक कर सकते हैं: आपकी लिखी बातें पहले से भरी हैं।",
  "tracking.stillNeeded.done.new": "हम दूसरा सर्विस सेंटर ढूँढ रहे हैं। कोई बुकिंग फ़ीस नहीं है।",
  "tracking.stillNeeded.done.unserved": "आपका नया अनुरोध दर्ज है, पर अभी वहाँ कोई दूसरा सर्विस सेंटर काम नहीं करता।",
  "tracking.stillNeeded.done.yes": "धन्यवाद। हम ढूँढ रहे हैं।",
  "tracking.stillNeeded.done.no": "बताने के लिए धन्यवाद।",
};
