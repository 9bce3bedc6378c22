/** The console's search. */
export const find = {
  "find.hint": "अनुरोध नंबर, नाम, फ़ोन, पिनकोड, केंद्र, तकनीशियन या पन्ना",
  "find.requests": "अनुरोध",
  "find.centers": "केंद्र",
  "find.technicians": "तकनीशियन",
  "find.pages": "पन्ने",
  "find.more": "और",
  "find.all": "“{text}” के सभी अनुरोध",
  "find.count": "{n} मिले",
} as const;
