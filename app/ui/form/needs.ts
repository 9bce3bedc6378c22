import type { MessageKey } from "#modules/messages/index.ts";
import type { Refused } from "../base/refused.ts";
import type { Say } from "../base/say.tsx";

/**
 * The specified texts for an incomplete form; its summary shows each once for all its fields. A set of strings: to check
 * a set of all keys against a read-only one takes the compiler minutes.
 */
const ofTheForm: ReadonlySet<string> = new Set([
  "form.incomplete",
  "ride.incomplete",
  "reset.incomplete",
  "feedback.incomplete",
  "adjust.fields",
  "walletAct.fields",
] satisfies MessageKey[]);

/** Whether a text is about the form as a whole, whichever field it belongs to. */
export const isOfTheForm = (problem: MessageKey) => ofTheForm.has(problem);

/** The text for a field that was left empty, by its name. */
const needs: Readonly<Record<string, MessageKey>> = {
  name: "need.name",
  phone: "need.phone",
  serviceId: "need.serviceId",
  ticketAcceptLimit: "need.ticketAcceptLimit",
  houseNumber: "need.houseNumber",
  locality: "need.locality",
  city: "need.city",
  state: "need.state",
  pincode: "need.pincode",
  requirement: "need.requirement",
  "timePreference.type": "need.timePreference",
  when: "need.timePreference",
  offerCode: "need.offerCode",
  pickLocation: "need.pickLocation",
  dropLocation: "need.dropLocation",
  vehicleId: "need.vehicleId",
  customerOfferPrice: "need.customerOfferPrice",
  amount: "need.amount",
  modeOfPayment: "need.modeOfPayment",
  centerName: "need.centerName",
  primaryServiceId: "need.primaryServiceId",
  secondaryServiceId: "need.secondaryServiceId",
  secondaryServiceIds: "need.secondaryServiceId",
  addressLine: "need.addressLine",
  additionalPincode: "need.additionalPincode",
  noOfTechnicians: "need.noOfTechnicians",
  allowedStates: "need.allowedStates",
  allowedCities: "need.allowedCities",
  mainPincode: "need.mainPincode",
  engagementType: "need.engagementType",
  permanentAddressLine: "need.permanentAddressLine",
  permanentCity: "need.permanentCity",
  permanentState: "need.permanentState",
  password: "need.newPassword",
  again: "need.again",
  serviceName: "need.serviceName",
  says: "need.says",
  title: "need.title",
  userType: "need.user",
  description: "need.description",
  author: "need.author",
  summary: "need.summary",
  categories: "need.categories",
  fromDate: "need.fromDate",
  toDate: "need.toDate",
  roleName: "need.roleName",
  userName: "need.userName",
  role: "need.role",
  mobile: "need.phone",
  kind: "need.kind",
  remarks: "need.remarks",
  clientName: "need.clientName",
  productName: "need.productName",
  specificRequirement: "need.specificRequirement",
  price: "need.price",
  officialEmail: "need.officialEmail",
  contactName: "need.contactName",
  contactDesignation: "need.contactDesignation",
  contactPhone: "need.contactPhone",
  gstNumber: "need.gstNumber",
  aadhaarNumber: "need.aadhaarNumber",
  panNumber: "need.panNumber",
  tinNumber: "need.tinNumber",
  bankName: "need.bankName",
  accountNumber: "need.accountNumber",
  ifscCode: "need.ifscCode",
  branch: "need.branch",
  question1: "need.question1",
  question2: "need.question2",
  question3: "need.question3",
  question4: "need.question4",
  question5: "need.question5",
};

/** The same for fields that one form asks for in other words. */
const needsOfForm: Partial<Record<MessageKey, Readonly<Record<string, MessageKey>>>> = {
  "adjust.fields": { amount: "need.adjustAmount" },
  "walletAct.fields": {
    userType: "need.user",
    technician: "need.technicianId",
    kind: "need.walletAction",
    amount: "need.adjustAmount",
    ticket: "need.requestNumber",
  },
};

/** The error shown at a field: its own need instead of a text about the whole form. */
export const problemOfField = (name: string, problem: MessageKey): MessageKey =>
  isOfTheForm(problem) ? (needsOfForm[problem]?.[name] ?? needs[name] ?? problem) : problem;

/** The words of a field's error; of one that is too long with how long it may be. */
export function wordsOf(name: string, problem: MessageKey, { limits }: Pick<Refused, "limits">, say: Say): string {
  const most = problem === "form.tooLong" ? limits?.[name] : undefined;
  return most === undefined ? say(problemOfField(name, problem)) : say("form.tooLongBy", { most });
}
