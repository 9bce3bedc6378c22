import type { ServiceName } from "./demo-data.ts";
import type { Random } from "./random.ts";

/* Names of invented people and their texts, in English and Hindi. */

const firstNames =
  "Aarav Aditi Ajay Amit Amrita Ananya Anil Anita Anjali Arjun Asha Ashok Bhavna Chetan Deepa Deepak Devika Divya Farhan Fatima Gaurav Geeta Harish Imran Indira Ishaan Jaya Jyoti Kabir Kavita Kiran Kunal Lakshmi Latha Madhu Mahesh Manish Meena Meera Mohan Nandini Naveen Neha Nikhil Pooja Pradeep Prakash Priya Rahul Rajesh Rakesh Ramya Ravi Rekha Ritu Rohan Sakshi Salma Sandeep Sanjay Sarita Shalini Shreya Sneha Sunil Sunita Suresh Tanvi Usha Vandana Varun Vidya Vijay Vikram Vinod Yasmin Zoya".split(
    " ",
  );
const lastNames =
  "Agarwal Ahmed Bansal Bhat Bose Chatterjee Chauhan Das Desai Deshmukh Dubey Fernandes Gandhi Ghosh Gill Goel Gowda Gupta Hegde Iyer Jain Jha Joshi Kapoor Kaur Khan Kulkarni Kumar Mehta Menon Mishra Mukherjee Nair Naik Pandey Patel Patil Pillai Rao Reddy Saxena Sen Shah Sharma Shetty Singh Sinha Srivastava Thomas Tiwari Trivedi Varma Yadav".split(
    " ",
  );
const firstNamesHindi =
  "आरव अदिति अजय अमित अनन्या अनिल अनीता अर्जुन आशा दीपक दिव्या गीता हरीश जया ज्योति कविता किरण लक्ष्मी महेश मीना मोहन नेहा पूजा प्रकाश प्रिया राहुल राजेश रवि रेखा रोहन संजय सरिता श्रेया सुनील सुनीता सुरेश उषा विजय विनोद".split(
    " ",
  );
const lastNamesHindi =
  "अग्रवाल बंसल चौहान दास देसाई दुबे गुप्ता जैन जोशी कपूर कुमार मेहता मिश्रा नायर पांडे पटेल राव रेड्डी सक्सेना शर्मा सिंह सिन्हा श्रीवास्तव तिवारी त्रिवेदी वर्मा यादव".split(
    " ",
  );

/** A person's name; one in seven is in Devanagari. */
export const personName = (random: Random) =>
  random.chance(1 / 7)
    ? `${random.pick(firstNamesHindi)} ${random.pick(lastNamesHindi)}`
    : `${random.pick(firstNames)} ${random.pick(lastNames)}`;

const localities = [
  "MG Road",
  "Gandhi Nagar",
  "Nehru Colony",
  "Shastri Nagar",
  "Station Road",
  "Rajaji Nagar",
  "Civil Lines",
  "Sector 12",
  "Lake View Layout",
  "Green Park",
  "Model Town",
  "Old Town",
  "Market Road",
  "Temple Street",
];

/** The part of a town. */
export const locality = (random: Random) => random.pick(localities);

/** A house or flat number. */
export const houseNumber = (random: Random) =>
  random.chance(0.4) ? `Flat ${random.between(1, 18)}0${random.between(1, 8)}` : `${random.between(1, 480)}`;

const needs: Record<ServiceName, readonly string[]> = {
  "AC REPAIR": [
    "Not cooling",
    "Water drips from the indoor unit",
    "Yearly service of two split units",
    "एसी ठंडा नहीं कर रहा है",
  ],
  PLUMBING: ["Kitchen tap leaks", "Bathroom drain is blocked", "New geyser to be fitted", "नल से पानी टपक रहा है"],
  ELECTRICIAN: ["Two sockets are dead", "Fan makes a noise", "MCB trips every evening", "पंखा नहीं चल रहा है"],
  "WASHING MACHINE REPAIR": [
    "Drum does not spin",
    "Error E3 on the display",
    "Water stays in the drum",
    "मशीन से पानी नहीं निकलता",
  ],
  "REFRIGERATOR REPAIR": ["Freezer works, fridge is warm", "Ice on the back wall", "Gas refill", "फ्रिज ठंडा नहीं हो रहा"],
  CARPENTER: ["Wardrobe door hangs", "New shelf of 4 feet", "Lock of the main door", "दरवाज़ा ठीक से बंद नहीं होता"],
  PAINTING: ["Two rooms, 400 square feet", "Damp patch on the ceiling", "Balcony grill", "दो कमरों की पुताई"],
  "PEST CONTROL": ["Cockroaches in the kitchen", "Termites in the door frame", "Three bedroom flat", "रसोई में कॉकरोच"],
  CLEANING: ["Deep cleaning before moving in", "Sofa with five seats", "Two bathrooms", "पूरे घर की सफ़ाई"],
  "PICK AND DROP": ["Two bags"],
};

/** A customer's requirement for a service. */
export const requirement = (random: Random, service: ServiceName) => random.pick(needs[service]);

const shops = ["Care", "Services", "Works", "Experts", "Solutions", "Point"];

/** A center's name. */
export const centerName = (random: Random) => `${random.pick(lastNames)} ${random.pick(shops)}`;

/** A reason for cancelling a request. */
export const cancelReason = (random: Random) =>
  random.pick(["Customer does not need it any more", "Booked twice", "Customer not reachable", "Wrong address"]);
