/** A state or union territory of India: `code` is its short code, `gstCode` the two digits of GST returns. */
export type IndianState = {
  /** The name in data, which is English; what people read is the text `state.` with the code. */
  readonly name: string;
  readonly code: string;
  readonly gstCode: string;
};

/**
 * The 37 states and union territories offered (R446), by name: 28 states and 9 union territories. By law there are 8,
 * because Dadra and Nagar Haveli and Daman and Diu were merged in 2020; both stay in the list, because people look for
 * the name they use. They share the GST code of the merged territory.
 */
export const states = [
  { name: "Andaman and Nicobar Islands", code: "AN", gstCode: "35" },
  { name: "Andhra Pradesh", code: "AP", gstCode: "37" },
  { name: "Arunachal Pradesh", code: "AR", gstCode: "12" },
  { name: "Assam", code: "AS", gstCode: "18" },
  { name: "Bihar", code: "BR", gstCode: "10" },
  { name: "Chandigarh", code: "CH", gstCode: "04" },
  { name: "Chhattisgarh", code: "CG", gstCode: "22" },
  { name: "Dadra and Nagar Haveli", code: "DN", gstCode: "26" },
  { name: "Daman and Diu", code: "DD", gstCode: "26" },
  { name: "Delhi", code: "DL", gstCode: "07" },
  { name: "Goa", code: "GA", gstCode: "30" },
  { name: "Gujarat", code: "GJ", gstCode: "24" },
  { name: "Haryana", code: "HR", gstCode: "06" },
  { name: "Himachal Pradesh", code: "HP", gstCode: "02" },
  { name: "Jammu and Kashmir", code: "JK", gstCode: "01" },
  { name: "Jharkhand", code: "JH", gstCode: "20" },
  { name: "Karnataka", code: "KA", gstCode: "29" },
  { name: "Kerala", code: "KL", gstCode: "32" },
  { name: "Ladakh", code: "LA", gstCode: "38" },
  { name: "Lakshadweep", code: "LD", gstCode: "31" },
  { name: "Madhya Pradesh", code: "MP", gstCode: "23" },
  { name: "Maharashtra", code: "MH", gstCode: "27" },
  { name: "Manipur", code: "MN", gstCode: "14" },
  { name: "Meghalaya", code: "ML", gstCode: "17" },
  { name: "Mizoram", code: "MZ", gstCode: "15" },
  { name: "Nagaland", code: "NL", gstCode: "13" },
  { name: "Odisha", code: "OD", gstCode: "21" },
  { name: "Puducherry", code: "PY", gstCode: "34" },
  { name: "Punjab", code: "PB", gstCode: "03" },
  { name: "Rajasthan", code: "RJ", gstCode: "08" },
  { name: "Sikkim", code: "SK", gstCode: "11" },
  { name: "Tamil Nadu", code: "TN", gstCode: "33" },
  { name: "Telangana", code: "TS", gstCode: "36" },
  { name: "Tripura", code: "TR", gstCode: "16" },
  { name: "Uttar Pradesh", code: "UP", gstCode: "09" },
  { name: "Uttarakhand", code: "UK", gstCode: "05" },
  { name: "West Bengal", code: "WB", gstCode: "19" },
] as const satisfies readonly IndianState[];

/** Old names, other spellings and short forms of states, as people write them; their keys are names of the list. */
export const spellings: Readonly<Partial<Record<(typeof states)[number]["name"], readonly string[]>>> = {
  "Andaman and Nicobar Islands": ["Andaman", "Andaman and Nicobar", "Andaman and Nicobar Island", "A&N Islands"],
  "Andhra Pradesh": ["Andhra", "Andhra Pardesh", "ఆంధ్ర ప్రదేశ్"],
  "Arunachal Pradesh": ["Arunachal", "Arunachal Pardesh"],
  Assam: ["Asom", "Aasam", "অসম", "आसाम"],
  Chandigarh: ["Chandigadh", "Chandighar", "Chandigrah"],
  Chhattisgarh: ["Chattisgarh", "Chhatisgarh", "Chatisgarh", "Chhattisgadh", "Chattishgarh", "CT"],
  // Merged with Daman and Diu in 2020; whoever writes the merged name or its code is counted to this one.
  "Dadra and Nagar Haveli": ["DNH", "Dadra", "Dadra and Nagar Haveli and Daman and Diu", "DNHDD", "DNH and DD", "DH"],
  "Daman and Diu": ["Daman", "Diu"],
  Delhi: ["New Delhi", "NCT of Delhi", "Delhi NCT", "NCT", "National Capital Territory of Delhi", "नई दिल्ली"],
  Goa: ["गोआ"],
  Gujarat: ["Gujrat", "Gujarath", "Gujraat", "ગુજરાત"],
  Haryana: ["Hariyana", "Harayana"],
  "Himachal Pradesh": ["Himachal", "Himachal Pardesh"],
  "Jammu and Kashmir": ["Jammu", "Kashmir", "Jammu and Kasmir"],
  Jharkhand: ["Jharkand", "Jarkhand", "Jharkhnad"],
  Karnataka: ["Karnatak", "Karnatka", "Karanataka", "Carnataka", "ಕರ್ನಾಟಕ"],
  Kerala: ["Kerela", "Keralam", "Kerla", "കേരളം", "കേരള"],
  Ladakh: ["Laddakh", "Leh Ladakh"],
  Lakshadweep: ["Lakshadeep", "Lakshdweep", "Laccadive Islands", "Laccadives"],
  "Madhya Pradesh": ["Madhya Pardesh", "Madhyapradesh", "Madya Pradesh"],
  Maharashtra: ["Maharastra", "Maharashtr", "Maharashta", "Maharashra", "Maharshtra"],
  Meghalaya: ["Meghalay", "Megalaya"],
  Nagaland: ["Nagalend"],
  Odisha: ["Orissa", "Odissa", "Orisa", "Odhisha", "OR", "OS", "ଓଡ଼ିଶା", "उड़ीसा"],
  Puducherry: ["Pondicherry", "Pondichery", "Puduchery", "Pondy", "पांडिचेरी", "पुडुचेरी", "புதுச்சேரி"],
  Punjab: ["Panjab", "Punjaab", "ਪੰਜਾਬ"],
  Rajasthan: ["Rajastan", "Rajsthan", "Rajashtan"],
  Sikkim: ["Sikim", "Sikkam"],
  "Tamil Nadu": ["Tamilnad", "Tamil Naadu", "Thamizhnadu", "Tamizh Nadu", "தமிழ்நாடு", "तमिल नाडू"],
  Telangana: ["Telengana", "Telangna", "Telanagana", "TG", "TL", "తెలంగాణ"],
  "Uttar Pradesh": ["Uttar Pardesh", "Utter Pradesh", "Utar Pradesh"],
  Uttarakhand: ["Uttaranchal", "Uttrakhand", "Uttarkhand", "Uttarakand", "Uttrakand", "UA", "UTK", "उत्तरांचल"],
  "West Bengal": ["Bengal", "Paschim Banga", "Paschimbanga", "Paschim Bengal", "West Bangal", "পশ্চিমবঙ্গ"],
};
/** Numbers that the GST offices used before states were divided or merged, still found in old lists. */
export const formerGstCodes: Readonly<Record<string, (typeof states)[number]["name"]>> = {
  "25": "Daman and Diu",
  "28": "Andhra Pradesh",
};

/**
 * The GST codes of the union territories without a legislature, whose own tax is UTGST (UTGST Act, section 2(8)); Delhi,
 * Jammu and Kashmir and Puducherry have one and tax as states do.
 */
export const utgstCodes: ReadonlySet<string> = new Set(["04", "25", "26", "31", "35", "38"]);
