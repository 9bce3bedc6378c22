import type { correct as english } from "../en/correct.ts";

export const correct: Record<keyof typeof english, string> = {
  "correct.title": "कौन-सा दरवाज़ा?",
  "correct.lead": "आपके तकनीशियन को बदलाव तुरंत दिखेगा।",
  "correct.leadNobody": "आपके सेंटर को बदलाव तुरंत दिखेगा।",
  "correct.pincode": "दूसरे पिनकोड के लिए दूसरा सेंटर चाहिए हो सकता है: यहाँ रद्द करें और वहाँ बुक करें।",
  "correct.alternateHint": "आप न मिलें तो हम इस पर कॉल करेंगे। इससे यहाँ कुछ नहीं खुलता।",
  "correct.free": "जब तक तकनीशियन निकल न जाए",
  "correct.save": "पता सहेजें",
  "correct.done": "आपका पता सहेज लिया गया।",
  "correct.over": "तकनीशियन निकल चुके हैं। कृपया कॉल करें।",
  "note.lead": "आपका सेंटर और हमारी टीम इसे पढ़ेंगे। ज़्यादा से ज़्यादा 300 अक्षर।",
  "note.text": "हमें क्या जानना चाहिए?",
  "note.done": "आपका संदेश भेज दिया गया।",
  "note.over": "यह अनुरोध पूरा हो चुका है। कृपया हमें कॉल करें।",
  "note.most": "आप दस संदेश लिख चुके हैं। कृपया हमें कॉल करें।",
};
