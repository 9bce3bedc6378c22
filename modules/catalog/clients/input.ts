import { z } from "zod";
import { maskStars } from "#modules/kernel/mask.ts";
import {
  aadhaarSaying,
  accountNumberSaying,
  email,
  exactRupees,
  gstinSaying,
  id,
  idSaying,
  ifscSaying,
  messageKey,
  optionalText,
  panSaying,
  phoneSaying,
  pincodeSaying,
  text,
  version,
} from "#modules/kernel/validation.ts";
import { stateName } from "../state-name.ts";

/* The form of a client and its calls (002 §2.7, R363–R368, Q59). */

/** What a client asks for (R365). */
export const requirements = ["Installation", "Demo", "Repair", "Pms"] as const;
export type Requirement = (typeof requirements)[number];

/** The brands a client may be allowed, as they are written everywhere (R367). */
export const brands = ["AC", "LED", "Refrigerator", "Washing_Machine", "Microwave", "Geyser"] as const;

/** The country of every client. */
export const clientCountry = "INDIA";

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const isBlank = (value: unknown) => typeof value === "string" && value.trim() === "";

/** Chips: blank ones are ignored, each stands once (R366). */
const chips = z.preprocess(
  (value) => (Array.isArray(value) ? value.filter((each) => !isBlank(each)) : (value ?? [])),
  z
    .array(text(60))
    .max(30, messageKey("clients.chipsMost"))
    .transform((names) => names.filter((name, at) => names.findIndex((other) => same(other, name)) === at)),
);

const chosenBrands = z.preprocess(
  (value) => value ?? [],
  z.array(z.enum(brands, messageKey("form.choice"))).max(brands.length, messageKey("form.choice")),
);

/** A choice that must be made: nothing chosen is incomplete, something else is no choice. */
const requirement = z.enum(requirements, {
  error: ({ input }) => messageKey(input === undefined || input === "" ? "form.incomplete" : "form.choice"),
});

const gstNumber = gstinSaying("form.incomplete");
const aadhaarNumber = aadhaarSaying("form.incomplete");
const panNumber = panSaying("form.incomplete");
const accountNumber = accountNumberSaying("form.incomplete");
const contactPhone = phoneSaying("form.incomplete", "form.phone");

const about = {
  clientName: text(100),
  productName: text(100),
  productCategory: optionalText(100),
  specificRequirement: requirement,
  price: exactRupees(0, 10_000_000, "form.amount", "form.incomplete"),
  officialEmail: email(200),
  contactName: text(100),
  contactDesignation: text(100),
};
const place = {
  addressLine: text(300),
  city: text(100),
  state: stateName,
  pincode: pincodeSaying("form.incomplete", "form.pincode"),
};
const bank = { ifscCode: ifscSaying("form.incomplete"), branch: text(100) };
const chosen = { category: chips, allowedBrands: chosenBrands };

/** A new client: product category, chips and brands may be left out (R363, Q59). */
export const AddClient = z.object({
  ...about,
  contactPhone,
  ...place,
  gstNumber,
  panNumber,
  aadhaarNumber,
  tinNumber: text(20),
  bankName: text(100),
  accountNumber,
  ...bank,
  ...chosen,
});
export type AddClient = z.output<typeof AddClient>;

const unlessEmpty = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (isBlank(value) ? undefined : value), schema.optional());

/**
 * A client with its new facts. Phone and papers that are left out stay as they are: a form shows them masked. `version`
 * is the one the form was filled from.
 */
export const UpdateClient = z.object({
  clientId: idSaying("client.notFound"),
  ...about,
  /** The mask that some see in its place stays, too. */
  contactPhone: z.preprocess((value) => (value === maskStars() ? undefined : value), unlessEmpty(contactPhone)),
  ...place,
  gstNumber: unlessEmpty(gstNumber),
  panNumber: unlessEmpty(panNumber),
  aadhaarNumber: unlessEmpty(aadhaarNumber),
  tinNumber: text(20),
  bankName: text(100),
  accountNumber: unlessEmpty(accountNumber),
  ...bank,
  ...chosen,
  version: version.optional(),
});
export type UpdateClient = z.output<typeof UpdateClient>;

/** Names a client. */
export const ClientRef = z.object({ clientId: id });
export type ClientRef = z.output<typeof ClientRef>;

/** Why somebody looks at a client's numbers in full. */
export const clientRevealReasons = ["payment", "papers", "contact"] as const;
export const RevealClient = z.object({
  clientId: id,
  reason: z.enum(clientRevealReasons, messageKey("clients.reasonMissing")),
});
export type RevealClient = z.output<typeof RevealClient>;

/**
 * A client as operators see it: of GST, PAN, account and Aadhaar number only what may be shown, the phone as stars for
 * who may not see it. A client of before these details has a name alone.
 */
/** One change of a client. */
export type ClientChange = {
  id: string;
  event: string;
  /** `name` is null where the kind says enough. */
  who: { kind: string; name: string | null };
  at: Date;
  /** The fields that changed, by name. */
  changed: string[];
  /** Why its numbers were shown in full. */
  reason: string | null;
  /** The name of the API key or the host of the webhook it was about. */
  about: string | null;
};

export type ClientCard = {
  id: string;
  clientId: string | null;
  clientName: string;
  productName: string | null;
  productCategory: string | null;
  specificRequirement: Requirement | null;
  pricePaise: number | null;
  officialEmail: string | null;
  contactName: string | null;
  contactDesignation: string | null;
  contactPhone: string | null;
  addressLine: string | null;
  city: string | null;
  state: string | null;
  pincode: string | null;
  /** `27XXXXXXXXXX1ZV`: the PAN inside is hidden. */
  gstNumber: string | null;
  /** `XXXXXXXX1234` */
  aadhaarNumber: string | null;
  /** `XXXXXX234F` */
  panNumber: string | null;
  tinNumber: string | null;
  bankName: string | null;
  /** `XXXXXX1234` */
  accountNumber: string | null;
  ifscCode: string | null;
  branch: string | null;
  category: string[];
  allowedBrands: string[];
  isActive: boolean;
  version: number;
  createdAt: Date;
};

/** A client's numbers in full, for one look; null for what is not kept or cannot be read. */
export type RevealedClient = Pick<
  ClientCard,
  "clientName" | "contactName" | "contactPhone" | "gstNumber" | "panNumber" | "accountNumber"
>;
