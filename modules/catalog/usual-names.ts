/*
 * The Hindi names of services and vehicles that many installations have, by the names they have in data. A new one begins
 * with its own; what people write instead stays.
 */

const services = {
  "AC REPAIR": "एसी मरम्मत",
  "AC SERVICE": "एसी सर्विस",
  APPLIANCES: "घरेलू उपकरण",
  "APPLIANCE REPAIR": "घरेलू उपकरण मरम्मत",
  CARPENTER: "बढ़ई",
  CARPENTRY: "बढ़ई का काम",
  "CHIMNEY CLEANING": "चिमनी सफ़ाई",
  "CHIMNEY REPAIR": "चिमनी मरम्मत",
  CLEANING: "सफ़ाई",
  ELECTRICAL: "बिजली का काम",
  ELECTRICIAN: "इलेक्ट्रीशियन",
  "GEYSER REPAIR": "गीज़र मरम्मत",
  "HOME CLEANING": "घर की सफ़ाई",
  "INVERTER REPAIR": "इन्वर्टर मरम्मत",
  "MICROWAVE REPAIR": "माइक्रोवेव मरम्मत",
  PAINTING: "रंगाई-पुताई",
  "PEST CONTROL": "कीट नियंत्रण",
  "PICK AND DROP": "पिक और ड्रॉप",
  PLUMBER: "प्लंबर",
  PLUMBING: "प्लंबिंग",
  "REFRIGERATOR REPAIR": "फ़्रिज मरम्मत",
  "RO REPAIR": "आरओ मरम्मत",
  "TV REPAIR": "टीवी मरम्मत",
  "WASHING MACHINE REPAIR": "वॉशिंग मशीन मरम्मत",
  "WATER PURIFIER REPAIR": "वॉटर प्यूरीफ़ायर मरम्मत",
} satisfies Record<string, string>;

const vehicles = {
  "AUTO RICKSHAW": "ऑटो रिक्शा",
  BIKE: "बाइक",
  "E-RICKSHAW": "ई-रिक्शा",
  "MINI TRUCK": "मिनी ट्रक",
  SCOOTER: "स्कूटर",
  TEMPO: "टेम्पो",
  TRUCK: "ट्रक",
  VAN: "वैन",
} satisfies Record<string, string>;

const names = new Map(Object.entries({ ...services, ...vehicles }));

/** The usual Hindi name of a service or a vehicle; none for names nobody knows. */
export const usualHindiName = (name: string) => names.get(name) ?? null;
