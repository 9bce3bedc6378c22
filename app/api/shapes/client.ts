import { z } from "zod";
import type { ClientFor } from "#modules/catalog/index.ts";
import { type ClientCard, clientCountry } from "#modules/catalog/shared.ts";
import { toRupees } from "#modules/kernel/money.ts";
import { RequestEvent, UploadEvent } from "#modules/notifications/index.ts";
import { moment, rupees } from "../line/answer.ts";
import { PhoneShape, phoneOf } from "./wire-parts.ts";

const text = z.string().nullable();

/** A client by id and name. */
const NamedClientShape = z.strictObject({ _id: z.string(), client_name: z.string() });

/** A client with its details: papers masked, the phone as stars for who may not see it. */
export const ClientShape = NamedClientShape.extend({
  client_id: text,
  product_name: text,
  product_category: text,
  specific_requirement: text,
  price: rupees.nullable(),
  official_email: text,
  client_poc: z.strictObject({ person_name: text, person_designation: text, phone: PhoneShape.nullable() }),
  address_details: z.strictObject({ address_line: text, city: text, state: text, pincode: text, country: z.string() }),
  gst_number: text,
  aadhaar_number: text,
  pan_number: text,
  tin_number: text,
  bank_details: z.strictObject({ bank_name: text, bank_account_number: text, ifsc_code: text, branch: text }),
  category: z.array(z.string()),
  allowed_brands: z.array(z.string()),
  createdAt: moment,
});

/** A client among all: by name, and with its details for who may view clients. */
export const ListedClientShape = ClientShape.partial().required({ _id: true, client_name: true });

export const client = (card: ClientCard): z.input<typeof ClientShape> => ({
  _id: card.id,
  client_name: card.clientName,
  client_id: card.clientId,
  product_name: card.productName,
  product_category: card.productCategory,
  specific_requirement: card.specificRequirement,
  price: card.pricePaise === null ? null : toRupees(card.pricePaise),
  official_email: card.officialEmail,
  client_poc: {
    person_name: card.contactName,
    person_designation: card.contactDesignation,
    phone: card.contactPhone === null ? null : phoneOf(card.contactPhone),
  },
  address_details: {
    address_line: card.addressLine,
    city: card.city,
    state: card.state,
    pincode: card.pincode,
    country: clientCountry,
  },
  gst_number: card.gstNumber,
  aadhaar_number: card.aadhaarNumber,
  pan_number: card.panNumber,
  tin_number: card.tinNumber,
  bank_details: {
    bank_name: card.bankName,
    bank_account_number: card.accountNumber,
    ifsc_code: card.ifscCode,
    branch: card.branch,
  },
  category: card.category,
  allowed_brands: card.allowedBrands,
  createdAt: card.createdAt,
});

export const listedClient = ({ id, clientName, card }: ClientFor): z.input<typeof ListedClientShape> =>
  card ? client(card) : { _id: id, client_name: clientName };

/** What happened to a client's request or upload, as webhooks are sent it. */
export const ClientEventShape = z.union([
  z.strictObject({
    ...RequestEvent.shape,
    data: z.strictObject(RequestEvent.shape.data.shape).describe("The request as it was at that moment"),
  }),
  z.strictObject({
    ...UploadEvent.shape,
    data: z.strictObject(UploadEvent.shape.data.shape).describe("What became of the upload's rows"),
  }),
]);
