import type { MessageKey } from "#modules/messages/index.ts";
import { states } from "./states.ts";

export { linkAddress, longestLink } from "./blogs/links.ts";
export { apartBlocks } from "./blogs/pasted-html.ts";

const statesByName = new Map(states.map((state) => [state.name.toLowerCase(), state]));

/**
 * An address on one line as it is read in the language of `say`: states in it have their names of that language, whatever
 * else was typed stays.
 */
export function addressIn<T extends string | null | undefined>(line: T, say: (key: MessageKey) => string): T {
  if (!line) return line;
  const parts = line.split(", ").map((part) => {
    const state = statesByName.get(part.trim().toLowerCase());
    const name = state && say(`state.${state.code}`);
    return name === undefined || name === state?.name ? part : name;
  });
  return parts.join(", ") as T;
}

/** The labels of the fields of a client's form. */
export const clientFieldNames: Readonly<Record<string, MessageKey>> = {
  clientName: "clients.name",
  productName: "clients.product",
  productCategory: "clients.productCategory",
  specificRequirement: "clients.requirement",
  price: "clients.price",
  officialEmail: "clients.email",
  contactName: "clients.contact",
  contactDesignation: "common.designation",
  contactPhone: "common.phone",
  addressLine: "common.addressLine",
  city: "common.city",
  state: "common.state",
  pincode: "common.pincode",
  gstNumber: "clients.gst",
  aadhaarNumber: "clients.aadhaar",
  panNumber: "clients.pan",
  tinNumber: "clients.tin",
  bankName: "clients.bank",
  accountNumber: "clients.account",
  ifscCode: "clients.ifsc",
  branch: "clients.branch",
  category: "common.category",
  allowedBrands: "clients.brands",
};

/**
 * Who supplies the work of a service: the operator; the operator who only pays its tax as if it were the supplier (section
 * 9(5) of the CGST Act); or the center.
 */
export const serviceSuppliers = ["operator", "operator_9_5", "center"] as const;
export type ServiceSupplier = (typeof serviceSuppliers)[number];

/** Words that stay small inside a name. */
const small = new Set(["AND", "OF", "OR", "FOR", "IN", "AT", "TO"]);
/** Abbreviations. */
const isShort = (word: string) => word.length <= 2 || ["CCTV", "LED", "UPS", "GPS", "MCB"].includes(word);

/**
 * The name of a service or vehicle as a person reads it: `AC REPAIR` is `AC Repair`, `PICK AND DROP` is `Pick and Drop`. A name
 * that is not written in capitals alone stays as it is.
 */
export const titleCase = (name: string): string =>
  name !== name.toUpperCase()
    ? name
    : name
        .split(" ")
        .map((word, at) => {
          if (at > 0 && small.has(word)) return word.toLowerCase();
          return isShort(word) ? word : word.slice(0, 1) + word.slice(1).toLowerCase();
        })
        .join(" ");
