/** The console's search. */
export const find = {
  "find.hint": "अनुरोध नंबर, नाम, फ़ोन, पिनकोड, सेंटर, तकनीशियन या पेज",
  "find.more": "और",
  "find.all": "“{text}” के सभी अनुरोध",
  "find.among": "{what} खोजें",
  "find.typeOn": "और भी मेल खाते हैं: आगे टाइप कीजिए",
  "find.count": "{n} मिले",
} as const;
