/*
 * The people and things of every demo (product page "The sandbox", fixed point 23). Their phones are in the reserved
 * range 90000xxxxx, to which no real gateway sends.
 */

/** The password of all demo admins. */
export const demoPassword = "Demo@2026";

export const serviceNames = [
  "AC REPAIR",
  "PLUMBING",
  "ELECTRICIAN",
  "WASHING MACHINE REPAIR",
  "REFRIGERATOR REPAIR",
  "CARPENTER",
  "PAINTING",
  "PEST CONTROL",
  "CLEANING",
  "PICK AND DROP",
] as const;
export type ServiceName = (typeof serviceNames)[number];

/** The service with pick and drop locations instead of an address (Q87). */
export const pickDropService: ServiceName = "PICK AND DROP";

/** The vehicle whose partners are booked at /bookingPickDrop (R036). */
export const eRickshaw = "E-RICKSHAW";

/** Platform charges in rupees. */
export const vehicles = [
  { vehicleType: eRickshaw, platformCharge: 10 },
  { vehicleType: "BIKE", platformCharge: 10 },
  { vehicleType: "AUTO RICKSHAW", platformCharge: 20 },
  { vehicleType: "MINI TRUCK", platformCharge: 50 },
];

export const clientName = "Demo Client";
/** What the client is billed and paid by; its papers belong to nobody. */
export const clientDetails = {
  clientName,
  productName: "Split AC",
  productCategory: "Cooling",
  specificRequirement: "Repair",
  price: 450,
  officialEmail: "desk@client.example",
  contactName: "Neha Gupta",
  contactDesignation: "Service head",
  contactPhone: "9000000022",
  addressLine: "12, Residency Road",
  city: "Bengaluru",
  state: "Karnataka",
  pincode: "560025",
  gstNumber: "29AAACD1234E1Z5",
  panNumber: "AAACD1234E",
  aadhaarNumber: "XXXXXXXX1234",
  tinNumber: "29123456789",
  bankName: "Demo Bank",
  accountNumber: "000111222333",
  ifscCode: "DEMO0000001",
  branch: "Residency Road",
  category: ["Cooling", "Home appliances"],
  allowedBrands: ["AC", "Geyser"],
};

export const admins = [
  { userName: "superadmin", name: "Asha Rao", adminRole: "SUPER_ADMIN", mobile: "9000000020" },
  { userName: "operations", name: "Imran Khan", adminRole: "ROLE", role: "Operations", mobile: "9000000021" },
  { userName: "clientdesk", name: "Neha Gupta", adminRole: "CLIENT", role: "Client desk", mobile: "9000000022" },
  { userName: "finance", name: "Kavita Menon", adminRole: "ROLE", role: "Finance", mobile: "9000000023" },
  { userName: "finance2", name: "Rohit Desai", adminRole: "ROLE", role: "Finance", mobile: "9000000024" },
] as const;

export const onboarder = {
  phone: "9000000010",
  centerOnboarderId: "ONB0001",
  name: "Sunil Verma",
  allowedStates: ["Karnataka", "Delhi", "Maharashtra"],
  allowedCities: ["Bengaluru", "New Delhi"],
};

/** A dealer's QR code: it belongs to no center, so its requests are offered to all (Q129). */
export const dealerQr = { qrId: "DLR0001", name: "Shri Ganesh Electronics" };

export type DemoCenter = {
  phone: string;
  qrId: string;
  centerName: string;
  name: string;
  services: readonly [ServiceName, ...ServiceName[]];
  addressLine: string;
  city: string;
  state: string;
  pincode: string;
  vehicle?: string;
  paidForKit?: true;
  /** Open every day from 08:00 to 20:00; without it the usual hours. */
  everyDay?: true;
  /** Its joining bonus in rupees, where it is not that of all. */
  bonusRupees?: number;
  technicians: readonly { phone: string; name: string }[];
};

export const centers: readonly DemoCenter[] = [
  {
    phone: "9000000001",
    qrId: "INA0001",
    centerName: "Residency Cool Care",
    name: "Ravi Kumar",
    services: ["AC REPAIR"],
    addressLine: "14 Residency Road",
    city: "Bengaluru",
    state: "Karnataka",
    pincode: "560001",
    technicians: [
      { phone: "9000000101", name: "Manjunath Gowda" },
      { phone: "9000000102", name: "Syed Ali" },
    ],
  },
  {
    phone: "9000000002",
    qrId: "INA0002",
    centerName: "Shivajinagar Home Services",
    name: "Lakshmi Narayan",
    services: ["AC REPAIR", "PLUMBING"],
    addressLine: "52 Infantry Road",
    city: "Bengaluru",
    state: "Karnataka",
    pincode: "560001",
    paidForKit: true,
    everyDay: true,
    technicians: [
      { phone: "9000000103", name: "Prakash Shetty" },
      { phone: "9000000104", name: "Joseph D'Souza" },
    ],
  },
  {
    phone: "9000000003",
    qrId: "INA0003",
    centerName: "Connaught Plumbing Works",
    name: "Harpreet Singh",
    services: ["PLUMBING"],
    addressLine: "7 Janpath",
    city: "New Delhi",
    state: "Delhi",
    pincode: "110001",
    everyDay: true,
    technicians: [
      { phone: "9000000105", name: "Suresh Yadav" },
      { phone: "9000000106", name: "Mohammed Irfan" },
    ],
  },
  // Two lead prices leave it too little for a third, which it pays by card.
  {
    phone: "9000000004",
    qrId: "INA0004",
    centerName: "Koramangala Appliance Care",
    name: "Shabana Sheikh",
    services: ["REFRIGERATOR REPAIR", "WASHING MACHINE REPAIR"],
    addressLine: "31, 80 Feet Road",
    city: "Bengaluru",
    state: "Karnataka",
    pincode: "560034",
    bonusRupees: 100,
    technicians: [
      { phone: "9000000109", name: "Girish Bhat" },
      { phone: "9000000110", name: "Noor Pasha" },
    ],
  },
  {
    phone: "9000000009",
    qrId: "INA0009",
    centerName: "Basavaraj E-Rickshaw",
    name: "Basavaraj Patil",
    services: ["PICK AND DROP"],
    addressLine: "MG Road Metro Station",
    city: "Bengaluru",
    state: "Karnataka",
    pincode: "560001",
    vehicle: eRickshaw,
    technicians: [
      { phone: "9000000107", name: "Basavaraj Patil" },
      { phone: "9000000108", name: "Venkatesh Naik" },
    ],
  },
];

type DemoRide = {
  /** Minutes before the demo was seeded. */
  minutesAgo: number;
  name: string;
  phone: string;
  from: string;
  to: string;
  rupees: 10 | 20 | 30 | 40;
  /** A ride with an unpaid online fare; the others were paid in cash. */
  online?: true;
};

/**
 * The e-rickshaw driver's latest rides, so that the day sheet is not empty. A paid online fare would be in the wallet,
 * which starts with only its bonus, so the online rides are unpaid.
 */
export const rides: readonly DemoRide[] = [
  {
    minutesAgo: 9,
    name: "Deepa",
    phone: "9000000201",
    from: "MG Road Metro Station",
    to: "Ulsoor Lake",
    rupees: 20,
    online: true,
  },
  {
    minutesAgo: 34,
    name: "Farhan",
    phone: "9000000202",
    from: "Trinity Circle",
    to: "MG Road Metro Station",
    rupees: 10,
  },
  {
    minutesAgo: 71,
    name: "सुनीता",
    phone: "9000000203",
    from: "MG Road Metro Station",
    to: "Commercial Street",
    rupees: 30,
  },
  {
    minutesAgo: 118,
    name: "Anand",
    phone: "9000000204",
    from: "Brigade Road",
    to: "Shivajinagar Bus Stand",
    rupees: 40,
  },
  { minutesAgo: 163, name: "Mary", phone: "9000000205", from: "Cubbon Park Gate", to: "Brigade Road", rupees: 10 },
  {
    minutesAgo: 1480,
    name: "Farhan",
    phone: "9000000202",
    from: "MG Road Metro Station",
    to: "Trinity Circle",
    rupees: 10,
  },
  { minutesAgo: 1545, name: "कविता", phone: "9000000206", from: "Church Street", to: "Ulsoor Lake", rupees: 20 },
  {
    minutesAgo: 1610,
    name: "Joseph",
    phone: "9000000207",
    from: "Richmond Town",
    to: "MG Road Metro Station",
    rupees: 30,
  },
];

/** Who adds the client's requests. */
export const deskOfClient = admins[2];

/** A request of the demo as its data tells it. */
export type DemoRequest = {
  daysAgo: number;
  /** The QR code of the center that has it; where none is, no center serves. */
  center?: string;
  service: ServiceName;
  requirement: string;
  name: string;
  phone: string;
  address: { house_number: string; locality: string; city: string; state: string; pincode: string };
};

/** A client's request, with the client's own id of it. */
type ClientRequest = DemoRequest & { reference: string };

/** The client's first requests, so that its desk is not empty. None was paid for or sent to anybody. */
export const clientRequests: readonly ClientRequest[] = [
  {
    daysAgo: 0,
    center: "INA0001",
    service: "AC REPAIR",
    reference: "DC-1043",
    requirement: "Server room unit drips, second floor",
    name: "Anand Kulkarni",
    phone: "9000000211",
    address: {
      house_number: "Unit 4, Prestige Tower",
      locality: "Residency Road",
      city: "Bengaluru",
      state: "Karnataka",
      pincode: "560001",
    },
  },
  {
    daysAgo: 2,
    center: "INA0002",
    service: "PLUMBING",
    reference: "DC-1042",
    requirement: "Pantry sink blocked",
    name: "Mary Thomas",
    phone: "9000000212",
    address: {
      house_number: "22, 1st Floor",
      locality: "Infantry Road",
      city: "Bengaluru",
      state: "Karnataka",
      pincode: "560001",
    },
  },
  {
    daysAgo: 3,
    service: "CARPENTER",
    reference: "DC-1041",
    requirement: "Reception counter, hinge broken",
    name: "सुधा पाटिल",
    phone: "9000000213",
    address: {
      house_number: "9",
      locality: "Ghodbunder Road",
      city: "Thane",
      state: "Maharashtra",
      pincode: "400607",
    },
  },
];

const inBengaluru = { city: "Bengaluru", state: "Karnataka", pincode: "560001" };
const inDelhi = { city: "New Delhi", state: "Delhi", pincode: "110001" };

/** What the public booked at the centers' QR codes, so that the list of customers is not empty. Deepa booked twice. */
export const customerRequests: readonly (DemoRequest & { center: string })[] = [
  {
    daysAgo: 12,
    center: "INA0002",
    service: "PLUMBING",
    requirement: "Kitchen tap drips",
    name: "Deepa Hegde",
    phone: "9000000221",
    address: { house_number: "Flat 302", locality: "Cunningham Road", ...inBengaluru },
  },
  {
    daysAgo: 8,
    center: "INA0003",
    service: "PLUMBING",
    requirement: "Geyser inlet leaks",
    name: "Gurpreet Kaur",
    phone: "9000000222",
    address: { house_number: "B-14", locality: "Barakhamba Road", ...inDelhi },
  },
  {
    daysAgo: 5,
    center: "INA0001",
    service: "AC REPAIR",
    requirement: "No cooling in the bedroom",
    name: "Farhan Ahmed",
    phone: "9000000223",
    address: { house_number: "41", locality: "Museum Road", ...inBengaluru },
  },
  {
    daysAgo: 3,
    center: "INA0001",
    service: "AC REPAIR",
    requirement: "एसी से पानी टपकता है",
    name: "सुनीता शर्मा",
    phone: "9000000224",
    address: { house_number: "7, पहली मंज़िल", locality: "Church Street", ...inBengaluru },
  },
  {
    daysAgo: 1,
    center: "INA0002",
    service: "AC REPAIR",
    requirement: "Yearly service of two units",
    name: "Deepa Hegde",
    phone: "9000000221",
    address: { house_number: "Flat 302", locality: "Cunningham Road", ...inBengaluru },
  },
  {
    daysAgo: 0,
    center: "INA0002",
    service: "PLUMBING",
    requirement: "Washbasin is blocked",
    name: "Venkataramana Subrahmanyam",
    phone: "9000000225",
    address: { house_number: "118", locality: "St. Mark's Road", ...inBengaluru },
  },
];

/** The joining bonus of a demo center in rupees, and its limit of open tickets. */
export const joiningBonusRupees = 500;
export const demoLimit = 100_000;
export const subscribedUntil = "2099-12-31";
