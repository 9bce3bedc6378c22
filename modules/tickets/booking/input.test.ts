import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { defaultOfferCode } from "#modules/catalog/offers/offers.ts";
import { states } from "#modules/catalog/shared.ts";
import { freezeClock, resetClock } from "#modules/kernel/clock.ts";
import { fieldErrors } from "#modules/kernel/validation.ts";
import { type MessageKey, say } from "#modules/messages/index.ts";
import { BookTicket, CenterTicket, PartnerBooking, PickDropBooking, SimpleBooking } from "../shared.ts";

beforeAll(() => freezeClock("2026-11-21T09:30:00+05:30"));
afterAll(() => resetClock());

const id = "01890000-0000-7000-8000-000000000000";
const whole = {
  serviceId: id,
  name: "Meera Nair",
  phone: "9876543210",
  houseNumber: "221",
  locality: "Indiranagar",
  city: "Bengaluru",
  state: "Karnataka",
  pincode: "560001",
  requirement: "It makes a loud noise",
  timePreference: { type: "IMMEDIATELY" },
  offerCode: "GHARSEVA2025",
};
const ride = {
  serviceId: id,
  phone: "9876543210",
  pincode: "560001",
  pickLocation: "Majestic",
  dropLocation: "Airport",
  vehicleId: id,
  customerOfferPrice: "150",
  timePreference: { type: "IMMEDIATELY" },
};

/** The messages a form would show, by field. */
function messagesOf(schema: z.ZodType, input: unknown) {
  const parsed = schema.safeParse(input);
  if (parsed.success) return {};
  return Object.fromEntries(
    Object.entries(fieldErrors(parsed.error)).map(([field, key]) => [field, say(key as MessageKey)]),
  );
}
const without = (input: Record<string, unknown>, field: string) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => name !== field));

const incomplete = "Please fill in all required details";
const at = (local: string) => ({ ...whole, timePreference: { type: "SPECIFIC_DATE_AND_TIME", at: local } });

describe("the booking form", () => {
  const required = ["serviceId", "name", "phone", "houseNumber", "pincode", "offerCode", "state", "city"] as const;

  test.each(required)("R054 %s missing or empty is 'Please fill in all required details'", (field) => {
    expect(messagesOf(BookTicket, without(whole, field))[field]).toBe(incomplete);
    expect(messagesOf(BookTicket, { ...whole, [field]: "" })[field]).toBe(incomplete);
    expect(messagesOf(PartnerBooking, { ...whole, [field]: "" })[field]).toBe(incomplete);
  });
  test("R054 a missing time preference is named too", () => {
    expect(messagesOf(BookTicket, without(whole, "timePreference"))).toEqual({ "timePreference.type": incomplete });
    expect(messagesOf(BookTicket, { ...whole, timePreference: { type: "" } })).toEqual({
      "timePreference.type": incomplete,
    });
  });
  test("R055 a specific time without date and time is 'Please fill in Specific date and time'", () => {
    const text = "Please fill in Specific date and time";
    expect(messagesOf(BookTicket, { ...whole, timePreference: { type: "SPECIFIC_DATE_AND_TIME" } })).toEqual({
      "timePreference.at": text,
    });
    expect(messagesOf(BookTicket, at(""))).toEqual({ "timePreference.at": text });
  });
  test("R056 Q20 the OTP step also needs locality and requirement; the server does not", () => {
    for (const field of ["locality", "requirement"]) {
      expect(messagesOf(PartnerBooking, without(whole, field))).toEqual({ [field]: incomplete });
      expect(messagesOf(BookTicket, { ...whole, [field]: "" })).toEqual({});
    }
  });
  test("R029 R030 R163 a visit is from now on, between 08:00 and 20:00 in India", () => {
    const text = "Please choose a time from now on, between 08:00 and 20:00";
    for (const early of ["2026-11-21T09:29", "2026-11-20T12:00", "2026-11-22T07:59", "2026-11-22T20:01"])
      expect(messagesOf(BookTicket, at(early)), early).toEqual({ "timePreference.at": text });
    for (const fine of ["2026-11-21T09:30", "2026-11-22T08:00", "2026-11-22T20:00"])
      expect(messagesOf(BookTicket, at(fine)), fine).toEqual({});
  });
  test("R030 the wall clock is India's, whatever zone the instant was written in", () => {
    expect(BookTicket.parse(at("2026-11-22T08:00")).timePreference.at).toEqual(new Date("2026-11-22T02:30:00Z"));
  });
  test("R057 a phone has 10 digits; +91, 0, spaces and Devanagari digits in front are understood", () => {
    for (const phone of ["+91 98765 43210", "09876543210", "९८७६५४३२१०", 9876543210])
      expect(BookTicket.parse({ ...whole, phone }).phone).toBe("9876543210");
    expect(messagesOf(BookTicket, { ...whole, phone: "98765" })).toEqual({
      phone: "Please enter a valid 10-digit mobile number",
    });
  });
  test("R058 a pincode has 6 digits", () => {
    for (const pincode of ["56000", "5600011", "056001", "abcdef"])
      expect(messagesOf(BookTicket, { ...whole, pincode })).toEqual({ pincode: "Please enter a 6-digit pincode" });
  });
  test("R062 the three time preferences are taken, others are not", () => {
    for (const type of ["IMMEDIATELY", "WITHIN_24_HOURS"])
      expect(messagesOf(BookTicket, { ...whole, timePreference: { type } })).toEqual({});
    expect(messagesOf(BookTicket, { ...whole, timePreference: { type: "TOMORROW" } })).not.toEqual({});
  });
  test("R162 the longest values are taken, one letter more is not", () => {
    const longest = { name: 30, houseNumber: 200, locality: 100, city: 30, requirement: 300, offerCode: 20 };
    for (const schema of [BookTicket, PartnerBooking, SimpleBooking, CenterTicket]) {
      for (const [field, max] of Object.entries(longest)) {
        expect(messagesOf(schema, { ...whole, [field]: "x".repeat(max) }), field).toEqual({});
        expect(messagesOf(schema, { ...whole, [field]: "x".repeat(max + 1) }), field).toEqual({
          [field]: "This is too long",
        });
      }
    }
  });
  test("R054 a state is one of the 37, by name or code; anything else is said in words", () => {
    expect(states).toHaveLength(37);
    for (const { name, code } of states) {
      expect(BookTicket.parse({ ...whole, state: name }).state).toBe(name);
      expect(BookTicket.parse({ ...whole, state: code }).state).toBe(name);
    }
    expect(messagesOf(BookTicket, { ...whole, state: "Atlantis" })).toEqual({
      state: "Please choose a state from the list",
    });
  });
  test("R059 Q86 the default offer code is the product's name in capitals and 2025", () => {
    expect(defaultOfferCode()).toBe("GHARSEVA2025");
    expect(messagesOf(BookTicket, { ...whole, offerCode: defaultOfferCode() })).toEqual({});
  });
  test("Q88 a service is taken as an id or as {_id}", () => {
    expect(BookTicket.parse({ ...whole, serviceId: { _id: id } }).serviceId).toBe(id);
    expect(messagesOf(BookTicket, { ...whole, serviceId: "AC REPAIR" })).toEqual({ serviceId: "This id is not valid" });
  });
});

describe("the simple form", () => {
  test("R060 an empty phone is 'Mobile number is required'", () => {
    expect(messagesOf(SimpleBooking, { ...whole, phone: "" })).toEqual({ phone: "Mobile number is required" });
    expect(messagesOf(SimpleBooking, without(whole, "phone"))).toEqual({ phone: "Mobile number is required" });
  });
  test("R061 a phone that is not 10 digits is 'Please enter a valid 10-digit mobile number'", () => {
    for (const phone of ["987654321", "98765432101", "phone"])
      expect(messagesOf(SimpleBooking, { ...whole, phone })).toEqual({
        phone: "Please enter a valid 10-digit mobile number",
      });
  });
  test("R065 service, name, house number, city and state are needed", () => {
    for (const field of ["serviceId", "name", "houseNumber", "city", "state"])
      expect(messagesOf(SimpleBooking, { ...whole, [field]: "" })).toEqual({ [field]: incomplete });
  });
});

describe("pick and drop", () => {
  test("R063 only IMMEDIATELY and SPECIFIC_DATE_AND_TIME are offered", () => {
    expect(messagesOf(PickDropBooking, ride)).toEqual({});
    const later = { type: "SPECIFIC_DATE_AND_TIME", at: "2026-11-22T10:00" };
    expect(messagesOf(PickDropBooking, { ...ride, timePreference: later })).toEqual({});
    expect(messagesOf(PickDropBooking, { ...ride, timePreference: { type: "WITHIN_24_HOURS" } })).toEqual({
      "timePreference.type": "Please choose one of the options",
    });
  });
  test.each(["pickLocation", "dropLocation", "vehicleId", "phone", "pincode"])("R064 %s is needed", (field) => {
    expect(messagesOf(PickDropBooking, without(ride, field))).toEqual({ [field]: incomplete });
  });
  test("R064 the offer price is needed, in whole rupees", () => {
    expect(PickDropBooking.parse(ride).customerOfferPrice).toBe(150);
    for (const customerOfferPrice of ["", undefined])
      expect(messagesOf(PickDropBooking, { ...ride, customerOfferPrice })).toEqual({ customerOfferPrice: incomplete });
    for (const customerOfferPrice of ["-1", "many"])
      expect(messagesOf(PickDropBooking, { ...ride, customerOfferPrice })).toEqual({
        customerOfferPrice: say("form.amount"),
      });
  });
});

describe("the center's form", () => {
  test("R161 it follows the rules of the public form", () => {
    for (const field of ["serviceId", "name", "phone", "houseNumber", "pincode", "offerCode", "state", "city"])
      expect(messagesOf(CenterTicket, { ...whole, [field]: "" })).toEqual({ [field]: incomplete });
    expect(messagesOf(CenterTicket, { ...whole, timePreference: { type: "SPECIFIC_DATE_AND_TIME" } })).toEqual({
      "timePreference.at": "Please fill in Specific date and time",
    });
  });
  test("R162 an alternate phone may be left out and has 10 digits", () => {
    expect(CenterTicket.parse({ ...whole, alternatePhone: "" }).alternatePhone).toBeUndefined();
    expect(CenterTicket.parse({ ...whole, alternatePhone: "8123456789" }).alternatePhone).toBe("8123456789");
    expect(messagesOf(CenterTicket, { ...whole, alternatePhone: "123" })).toHaveProperty("alternatePhone");
    expect(CenterTicket.parse({ ...whole, email: "" }).email).toBeUndefined();
    expect(messagesOf(CenterTicket, { ...whole, email: "meera@" })).toEqual({
      email: "Please enter a valid email address",
    });
  });
});
