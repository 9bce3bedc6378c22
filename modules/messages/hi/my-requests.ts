import type { myRequests as english } from "../en/my-requests.ts";

export const myRequests: Record<keyof typeof english, string> = {
  "myRequests.title": "मेरा अनुरोध खोजें",
  "myRequests.hint": "जिस फ़ोन से बुकिंग हुई थी, उससे। लिंक की ज़रूरत नहीं।",
  "myRequests.note":
    "हम OTP भेजेंगे, फिर इस नंबर के सभी अनुरोध दिखाएँगे। कोई अनुरोध न हो तो यह OTP के बाद ही दिखेगा, पहले नहीं: ताकि कोई यह न जान सके कि यहाँ कौन बुक करता है।",
  "myRequests.count": "आपके {n} अनुरोध",
  "myRequests.count.one": "आपका {n} अनुरोध",
  "myRequests.none": "इस नंबर का कोई अनुरोध नहीं है।",
  "myRequests.noneRecent": "पिछले 30 दिनों का कोई अनुरोध नहीं है।",
  "myRequests.cut": "सबसे नए {n} अनुरोध दिखाए गए हैं।",
  "myRequests.older": "{n} अनुरोध 30 दिन से पहले पूरे हुए। वे नए OTP के बाद दिखेंगे।",
  "myRequests.older.one": "{n} अनुरोध 30 दिन से पहले पूरा हुआ। वह नए OTP के बाद दिखेगा।",
  "myRequests.olderShow": "पुराने अनुरोध देखें",
  "myRequests.another": "दूसरी सेवा बुक करें",
  "myRequests.due": "{amount} अभी बाकी",
  "myRequests.saved": "{time} पर सहेजा गया; भुगतान होने तक किसी सेंटर से नहीं पूछा जाएगा।",
  "myRequests.done": "{date} को पूरा हुआ, {amount} दिए गए",
  "myRequests.closedOn": "{date} को बंद हुआ",
  "myRequests.endedOn": "{date} को समाप्त हुआ",
  "myRequests.stars": "आपकी ओर से 5 में से {n} स्टार",
  "myRequests.revisitFree": "दोबारा विज़िट अभी मुफ़्त है।",
  "myRequests.revisitOver": "दोबारा विज़िट अब मुफ़्त नहीं है।",
};
