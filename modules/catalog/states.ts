/** A state or union territory of India: `code` is its short code, `gstCode` the two digits of GST returns. */
export type IndianState = {
  readonly name: string;
  /** The name in Hindi, for people who read the Hindi pages. */
  readonly hindi: string;
  readonly code: string;
  readonly gstCode: string;
};

/**
 * The 37 states and union territories offered (R446), by name: 28 states and 9 union territories. By law there are 8,
 * because Dadra and Nagar Haveli and Daman and Diu were merged in 2020; both stay in the list, because people look for
 * the name they use. They share the GST code of the merged territory.
 */
export const states = [
  { name: "Andaman and Nicobar Islands", hindi: "अंडमान और निकोबार द्वीपसमूह", code: "AN", gstCode: "35" },
  { name: "Andhra Pradesh", hindi: "आंध्र प्रदेश", code: "AP", gstCode: "37" },
  { name: "Arunachal Pradesh", hindi: "अरुणाचल प्रदेश", code: "AR", gstCode: "12" },
  { name: "Assam", hindi: "असम", code: "AS", gstCode: "18" },
  { name: "Bihar", hindi: "बिहार", code: "BR", gstCode: "10" },
  { name: "Chandigarh", hindi: "चंडीगढ़", code: "CH", gstCode: "04" },
  { name: "Chhattisgarh", hindi: "छत्तीसगढ़", code: "CG", gstCode: "22" },
  { name: "Dadra and Nagar Haveli", hindi: "दादरा और नगर हवेली", code: "DN", gstCode: "26" },
  { name: "Daman and Diu", hindi: "दमन और दीव", code: "DD", gstCode: "26" },
  { name: "Delhi", hindi: "दिल्ली", code: "DL", gstCode: "07" },
  { name: "Goa", hindi: "गोवा", code: "GA", gstCode: "30" },
  { name: "Gujarat", hindi: "गुजरात", code: "GJ", gstCode: "24" },
  { name: "Haryana", hindi: "हरियाणा", code: "HR", gstCode: "06" },
  { name: "Himachal Pradesh", hindi: "हिमाचल प्रदेश", code: "HP", gstCode: "02" },
  { name: "Jammu and Kashmir", hindi: "जम्मू और कश्मीर", code: "JK", gstCode: "01" },
  { name: "Jharkhand", hindi: "झारखंड", code: "JH", gstCode: "20" },
  { name: "Karnataka", hindi: "कर्नाटक", code: "KA", gstCode: "29" },
  { name: "Kerala", hindi: "केरल", code: "KL", gstCode: "32" },
  { name: "Ladakh", hindi: "लद्दाख", code: "LA", gstCode: "38" },
  { name: "Lakshadweep", hindi: "लक्षद्वीप", code: "LD", gstCode: "31" },
  { name: "Madhya Pradesh", hindi: "मध्य प्रदेश", code: "MP", gstCode: "23" },
  { name: "Maharashtra", hindi: "महाराष्ट्र", code: "MH", gstCode: "27" },
  { name: "Manipur", hindi: "मणिपुर", code: "MN", gstCode: "14" },
  { name: "Meghalaya", hindi: "मेघालय", code: "ML", gstCode: "17" },
  { name: "Mizoram", hindi: "मिज़ोरम", code: "MZ", gstCode: "15" },
  { name: "Nagaland", hindi: "नागालैंड", code: "NL", gstCode: "13" },
  { name: "Odisha", hindi: "ओडिशा", code: "OD", gstCode: "21" },
  { name: "Puducherry", hindi: "पुदुच्चेरी", code: "PY", gstCode: "34" },
  { name: "Punjab", hindi: "पंजाब", code: "PB", gstCode: "03" },
  { name: "Rajasthan", hindi: "राजस्थान", code: "RJ", gstCode: "08" },
  { name: "Sikkim", hindi: "सिक्किम", code: "SK", gstCode: "11" },
  { name: "Tamil Nadu", hindi: "तमिलनाडु", code: "TN", gstCode: "33" },
  { name: "Telangana", hindi: "तेलंगाना", code: "TS", gstCode: "36" },
  { name: "Tripura", hindi: "त्रिपुरा", code: "TR", gstCode: "16" },
  { name: "Uttar Pradesh", hindi: "उत्तर प्रदेश", code: "UP", gstCode: "09" },
  { name: "Uttarakhand", hindi: "उत्तराखंड", code: "UK", gstCode: "05" },
  { name: "West Bengal", hindi: "पश्चिम बंगाल", code: "WB", gstCode: "19" },
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
