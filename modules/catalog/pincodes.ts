import { type IndianState, stateOf } from "./shared.ts";

/*
 * The first digits of a pincode identify its postal circle, and usually its state. Only prefixes whose pincodes all lie
 * in one state are listed: where two states share a prefix, longer prefixes are, or the state is unknown.
 */
const prefixes: Record<string, readonly string[]> = {
  Delhi: ["11"],
  Haryana: ["12", "13"],
  Punjab: ["14", "15"],
  "Himachal Pradesh": ["17"],
  "Jammu and Kashmir": ["18", "19"],
  Ladakh: ["194"],
  "Uttar Pradesh": ["20", "21", "22", "23", "241", "242", "243", "245", "25", "261", "27", "28"],
  Uttarakhand: ["248", "249", "263"],
  Rajasthan: ["30", "31", "32", "33", "34"],
  Gujarat: ["36", "37", "38", "39"],
  Maharashtra: ["40", "41", "42", "43", "44"],
  Goa: ["403"],
  "Madhya Pradesh": ["45", "46", "47", "48"],
  Chhattisgarh: ["49"],
  Telangana: ["50"],
  "Andhra Pradesh": ["51", "52", "53"],
  Karnataka: ["56", "57", "58", "59"],
  "Tamil Nadu": ["60", "61", "62", "63", "64"],
  Kerala: ["67", "68", "69"],
  Lakshadweep: ["68255"],
  "West Bengal": ["70", "71", "72", "73", "74"],
  Sikkim: ["737"],
  "Andaman and Nicobar Islands": ["744"],
  Odisha: ["75", "76", "77"],
  Assam: ["78"],
  "Arunachal Pradesh": ["790", "791", "792"],
  Meghalaya: ["793", "794"],
  Manipur: ["795"],
  Mizoram: ["796"],
  Nagaland: ["797", "798"],
  Tripura: ["799"],
  Bihar: ["80", "811", "812", "813", "821", "823", "824", "84", "85"],
  Jharkhand: ["814", "815", "816", "822", "825", "826", "827", "828", "829", "83"],
};

/** Prefixes shared by two states: Diu, Daman and Silvassa, Khammam, Yanam, Puducherry, Karaikal, Mahe. */
const shared = ["362", "396", "507", "5334", "605", "607", "609", "6733"];

const byPrefix = new Map<string, IndianState | null>([
  ...Object.entries(prefixes).flatMap(([name, known]) =>
    known.map((prefix) => [prefix, stateOf(name) ?? null] as const),
  ),
  ...shared.map((prefix) => [prefix, null] as const),
]);

/** The state of a pincode; undefined where its prefix does not determine it. */
export function stateOfPincode(pincode: string): IndianState | undefined {
  for (let length = 5; length >= 2; length -= 1) {
    const known = byPrefix.get(pincode.slice(0, length));
    if (known !== undefined) return known ?? undefined;
  }
  return undefined;
}
