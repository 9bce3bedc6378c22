import { expect, test } from "vitest";
import { fieldErrors } from "#modules/kernel/validation.ts";
import { say } from "#modules/messages/index.ts";
import { CenterLogin, engagementTypes, RequestCenterOtp, SaveTechnician, UpdateTechnician } from "./shared.ts";

const service = "0195f000-0000-7000-8000-00000000000a";
const blob = "0195f000-0000-7000-8000-00000000000b";

const filled = {
  name: "Ravi Kumar",
  email: "",
  phone: "9876543210",
  emergencyPersonName: "Asha",
  emergencyPersonPhone: "9876500001",
  referencePersonName: "Imran",
  referencePersonMobile: "9876500002",
  permanentAddressLine: "14 Residency Road",
  permanentCity: "Bengaluru",
  permanentState: "Karnataka",
  mainPincode: "560001",
  engagementType: "SALARIED",
  primaryServiceId: service,
  panBlobId: blob,
};

/** The messages a form shows, by field. */
const texts = (
  input: Record<string, unknown>,
  schema: typeof SaveTechnician | typeof UpdateTechnician = SaveTechnician,
) => {
  const parsed = schema.safeParse(input);
  if (parsed.success) return {};
  return Object.fromEntries(Object.entries(fieldErrors(parsed.error)).map(([field, key]) => [field, say(key)]));
};

const incomplete = "Please fill in all required details";

test("R150 emergency contact and reference person have different names", () => {
  const text = "Emergency contact and reference person name can not be same";
  expect(texts({ ...filled, referencePersonName: "Asha" })).toEqual({ emergencyPersonName: text });
});

test("R151 emergency contact and reference person have different phones, however they are written", () => {
  const text = "Emergency contact and reference person phone number can not be same";
  expect(texts({ ...filled, referencePersonMobile: "+91 98765 00001" })).toEqual({ emergencyPersonPhone: text });
});

test("R150, R151 are said beside what else is wrong, and of what is no text at all nothing is compared", () => {
  const wrong = { ...filled, referencePersonName: "Asha", engagementType: "", primaryServiceId: "", mainPincode: "" };
  expect(texts(wrong)).toMatchObject({
    engagementType: incomplete,
    primaryServiceId: incomplete,
    mainPincode: incomplete,
    emergencyPersonName: "Emergency contact and reference person name can not be same",
  });
  for (const none of [{ ...filled, emergencyPersonName: 7, referencePersonName: 7 }, null])
    expect(SaveTechnician.safeParse(none).success).toBe(false);
});

test("Q128 names are compared trimmed and without regard to case; empty values are not compared", () => {
  expect(texts({ ...filled, emergencyPersonName: "  ASHA ", referencePersonName: "asha" })).toHaveProperty(
    "emergencyPersonName",
  );
  expect(
    texts({
      ...filled,
      emergencyPersonName: " ",
      referencePersonName: "",
      emergencyPersonPhone: "",
      referencePersonMobile: undefined,
    }),
  ).toEqual({});
});

test("R152 Q130 each required detail is asked for when it is missing or empty", () => {
  const required = [
    "name",
    "phone",
    "permanentAddressLine",
    "permanentCity",
    "permanentState",
    "mainPincode",
    "engagementType",
    "primaryServiceId",
  ];
  for (const field of required) {
    expect(texts({ ...filled, [field]: "" })).toEqual({ [field]: incomplete });
    expect(texts({ ...filled, [field]: undefined })).toEqual({ [field]: incomplete });
  }
});

test("Q130 email, second pincode, second service, current address and Aadhaar may be left out", () => {
  const empty = { email: "", secondaryPincode: "", secondaryServiceId: "", currentState: "", aadharNumber: "" };
  expect(texts({ ...filled, ...empty })).toEqual({});
});

test("R153 without a pan image the form asks for it", () => {
  const text = "Please upload your pan image";
  for (const panBlobId of ["", undefined, null, "https://elsewhere.example/pan.jpg"]) {
    expect(texts({ ...filled, panBlobId })).toEqual({ panBlobId: text });
  }
});

test("R157 the address an upload was saved under is understood", () => {
  expect(SaveTechnician.parse({ ...filled, panBlobId: `/files/${blob}` }).panBlobId).toBe(blob);
});

test("R154 a given pan number is five letters, four digits, one letter; none may be given", () => {
  const text = "Please enter your valid pan number";
  for (const panNumber of ["ABCD1234F", "ABCDE12345", "ABCDE1234FF", "12345ABCDE"]) {
    expect(texts({ ...filled, panNumber })).toEqual({ panNumber: text });
  }
  expect(texts({ ...filled, panNumber: "" })).toEqual({});
  expect(SaveTechnician.parse({ ...filled, panNumber: " abcde1234f " }).panNumber).toBe("ABCDE1234F");
});

test("R155 pincodes have 6 digits, phones 10, an Aadhaar number 12 characters", () => {
  expect(texts({ ...filled, mainPincode: "56001" })).toEqual({ mainPincode: say("form.pincode") });
  expect(texts({ ...filled, secondaryPincode: "5600012" })).toEqual({ secondaryPincode: say("form.pincode") });
  expect(texts({ ...filled, phone: "987654321" })).toEqual({ phone: say("form.phone") });
  for (const aadharNumber of ["12345678901", "1234567890123", "12345678901X"]) {
    expect(texts({ ...filled, aadharNumber })).toEqual({ aadharNumber: say("form.aadhar") });
  }
  expect(texts({ ...filled, aadharNumber: "1234 5678 9012" })).toEqual({});
  expect(texts({ ...filled, aadharNumber: "XXXXXXXX9012" })).toEqual({});
});

test("R159 there are four engagement types and no other", () => {
  expect(engagementTypes).toEqual(["SALARIED", "PART_TIME", "FREELANCER", "SELF_EMPLOYED"]);
  expect(texts({ ...filled, engagementType: "VOLUNTEER" })).toEqual({ engagementType: incomplete });
});

test("a service comes as an id or as {_id}, a state by its name or code", () => {
  const parsed = SaveTechnician.parse({ ...filled, primaryServiceId: { _id: service }, permanentState: "ka" });
  expect(parsed).toMatchObject({ primaryServiceId: service, permanentState: "Karnataka" });
  expect(texts({ ...filled, primaryServiceId: "plumbing" })).toEqual({ primaryServiceId: say("form.id") });
  expect(texts({ ...filled, permanentState: "Atlantis" })).toEqual({ permanentState: say("form.state") });
});

test("R136 an update carries the technician's id, and the stored pan image may stay", () => {
  expect(texts({ ...filled, panBlobId: "", technicianId: service }, UpdateTechnician)).toEqual({});
  expect(texts({ ...filled }, UpdateTechnician)).toHaveProperty("technicianId");
  expect(texts({ ...filled, technicianId: service, referencePersonName: "asha" }, UpdateTechnician)).toHaveProperty(
    "emergencyPersonName",
  );
});

const loginTexts = (input: Record<string, unknown>) => {
  const parsed = CenterLogin.safeParse(input);
  return parsed.success
    ? {}
    : Object.fromEntries(Object.entries(fieldErrors(parsed.error)).map(([f, k]) => [f, say(k)]));
};

test("R124 an empty phone is asked for at the center's login", () => {
  expect(loginTexts({ phone: "", otp: "123456" })).toEqual({ phone: "Please enter mobile number" });
  expect(RequestCenterOtp.safeParse({}).error?.issues[0]?.message).toBe("center.phoneMissing");
});

test("R125 a phone must have exactly 10 digits", () => {
  const text = "Mobile number should be exact 10 numbers";
  for (const phone of ["987654321", "98765432101"])
    expect(loginTexts({ phone, otp: "123456" })).toEqual({ phone: text });
});

test("R127 a missing code is said", () => {
  expect(loginTexts({ phone: "9876543210", otp: "" })).toEqual({ otp: "Otp is not entered" });
  expect(loginTexts({ phone: "9876543210" })).toEqual({ otp: "Otp is not entered" });
  expect(CenterLogin.parse({ phone: "9876543210", otp: 123456 }).otp).toBe("123456");
});

test("R116 R128 R129 R134 R135 what the center's forms say when all went well", () => {
  expect(say("otp.sent")).toBe("otp sent successfully");
  expect(say("center.otpSent")).toBe("Otp is sent successfully");
  expect(say("center.loggedIn")).toBe("Logged in successfully");
  expect(say("technician.created")).toBe("Technician created successfully");
  expect(say("technician.updated")).toBe("Technician updated successfully");
  expect(say("technician.deleted")).toBe("Technician Delete successfully");
});
