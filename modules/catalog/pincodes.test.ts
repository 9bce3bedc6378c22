import { expect, test } from "vitest";
import { stateOfPincode } from "./pincodes.ts";

test.each([
  ["110001", "Delhi"],
  ["122001", "Haryana"],
  ["194101", "Ladakh"],
  ["190001", "Jammu and Kashmir"],
  ["226001", "Uttar Pradesh"],
  ["248001", "Uttarakhand"],
  ["400001", "Maharashtra"],
  ["403001", "Goa"],
  ["500001", "Telangana"],
  ["520001", "Andhra Pradesh"],
  ["560001", "Karnataka"],
  ["600001", "Tamil Nadu"],
  ["682001", "Kerala"],
  ["682555", "Lakshadweep"],
  ["700001", "West Bengal"],
  ["737101", "Sikkim"],
  ["744101", "Andaman and Nicobar Islands"],
  ["781001", "Assam"],
  ["799001", "Tripura"],
  ["800001", "Bihar"],
  ["834001", "Jharkhand"],
])("%s is in %s", (pincode, state) => {
  expect(stateOfPincode(pincode)?.name).toBe(state);
});

test.each([
  "160017",
  "246701",
  "247667",
  "262001",
  "362520",
  "396230",
  "507111",
  "533464",
  "605001",
  "609602",
  "673310",
  "900001",
  "",
])("of %s nothing is said: its prefix is shared by two states, or nobody's", (pincode) => {
  expect(stateOfPincode(pincode)).toBeUndefined();
});
