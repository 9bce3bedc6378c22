import type { feedback as english } from "../en/feedback.ts";

export const feedback: Record<keyof typeof english, string> = {
  "feedback.title": "आपकी राय",
  "feedback.titleOf": "अनुरोध {number} पर आपकी राय",
  "feedback.intro": "पाँच छोटे सवाल: 1 सबसे खराब, 10 सबसे अच्छा।",
  "feedback.loading": "पेज लोड हो रहा है...",
  "feedback.invalid": "यह फ़ीडबैक लिंक मान्य नहीं है",
  "feedback.used": "आप अपनी राय पहले ही दे चुके हैं। धन्यवाद!",
  "feedback.yourAnswers": "आपके जवाब",
  "feedback.question.1": "हमें खोजना और समय बुक करना कितना आसान था?",
  "feedback.question.2": "बुकिंग के बाद सब कुछ कितना साफ़ और पारदर्शी रहा?",
  "feedback.question.3": "क्या तकनीशियन के पास सही औज़ार और जानकारी थी?",
  "feedback.question.4": "आपने जो कीमत चुकाई वह कितनी उचित थी?",
  "feedback.question.5": "आपका कुल अनुभव कैसा रहा?",
  "feedback.worst": "1 = बहुत खराब",
  "feedback.best": "10 = बहुत अच्छा",
  "feedback.answer": "10 में से {answer}",
  "feedback.incomplete": "भेजने के लिए कृपया पाँचों सवालों के जवाब दें",
  "feedback.range": "कृपया 1 से 10 तक का अंक चुनें",
  "feedback.submit": "भेजें",
  "feedback.thanks": "आपकी राय के लिए धन्यवाद!",
  "feedback.average": "औसत 10 में से {rating}",
};
