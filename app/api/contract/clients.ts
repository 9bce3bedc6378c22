import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { addClient, changeClient, clientsFor, deleteClient } from "#modules/catalog/index.ts";
import { AddClient, ClientRef, UpdateClient } from "#modules/catalog/shared.ts";
import { reference } from "#modules/kernel/validation.ts";
import { type Contract, call } from "../line/call.server.ts";
import { optionalTextRefusals } from "../line/refusals.ts";
import { wire } from "../line/wire.ts";
import { ClientShape, client, ListedClientShape, listedClient } from "../shapes/client.ts";

/* Clients (002 §7). GST, PAN, account and Aadhaar number are answered masked; no call shows them in full. */

const clientNames = {
  client_name: "clientName",
  product_name: "productName",
  product_category: "productCategory",
  specific_requirement: "specificRequirement",
  price: "price",
  official_email: "officialEmail",
  "client_poc.person_name": "contactName",
  "client_poc.person_designation": "contactDesignation",
  "client_poc.phone.mobile_number": "contactPhone",
  "address_details.address_line": "addressLine",
  "address_details.city": "city",
  "address_details.state": "state",
  "address_details.pincode": "pincode",
  gst_number: "gstNumber",
  aadhaar_number: "aadhaarNumber",
  pan_number: "panNumber",
  tin_number: "tinNumber",
  "bank_details.bank_name": "bankName",
  "bank_details.bank_account_number": "accountNumber",
  "bank_details.ifsc_code": "ifscCode",
  "bank_details.branch": "branch",
  category: "category",
  allowed_brands: "allowedBrands",
};

const saving = {
  as: ["admin"],
  limit: callLimit,
  once: "in its transaction",
  answer: ClientShape,
  reply: client,
} as const;

const clientRefusals = [
  ...optionalTextRefusals,
  "clients.chipsMost",
  "form.aadhar",
  "form.account",
  "form.amount",
  "form.choice",
  "form.email",
  "form.gst",
  "form.ifsc",
  "form.pan",
  "form.phone",
  "form.pincode",
  "form.state",
] as const;
const invalidClient = ["clients.taken", "form.gstCheck", "form.gstPan"] as const;

/** The calls for clients. */
export const clients = {
  // C094.
  "GET admin/get-all-clients": call({
    as: ["admin"],
    can: "any admin",
    limit: reads.own,
    summary:
      "The clients, by name; with view_clients.full_access also their details, papers masked. An admin of a client " +
      "gets its own, by name",
    run: (admin) => clientsFor(admin),
    refuses: { 403: ["client.noView"], 404: ["client.notFound"] },
    answer: z.array(ListedClientShape),
    reply: (matches) => matches.map(listedClient),
  }),
  "POST admin/add-client": call({
    fresh: none("Says who is billed, for no money"),
    ...saving,
    can: "add_clients",
    summary:
      "Add a client. Of aadhaar_number only the last four digits and a hash are kept (XXXXXXXX1234 is enough); country " +
      "is INDIA",
    input: wire(clientNames, AddClient, clientRefusals),
    run: addClient,
    refuses: { 422: invalidClient },
    say: "clients.created",
  }),
  // The path is ours: none is shown.
  "PUT admin/update-client": call({
    fresh: "money",
    ...saving,
    can: "edit_clients.full_access",
    summary:
      "Change a client; phone, gst_number, aadhaar_number, pan_number and bank_account_number that are left out stay",
    input: wire(
      { ...clientNames, client_obj_id: "clientId", version: "version" },
      UpdateClient.extend({ clientId: reference }),
      [...clientRefusals, "form.id", "form.number"],
    ),
    run: changeClient,
    refuses: {
      404: ["client.notFound"],
      409: ["error.changed"],
      422: invalidClient,
    },
    say: "clients.updated",
  }),
  "POST admin/delete-client": call({
    fresh: none("Ends a client without users and open requests, for no money"),
    as: ["admin"],
    can: "edit_clients.full_access",
    limit: callLimit,
    once: "in its transaction",
    summary: "Delete a client without users and open requests; its old requests stay",
    input: wire({ clientId: "clientId" }, ClientRef.extend({ clientId: reference }), ["form.id"]),
    run: deleteClient,
    refuses: { 404: ["client.notFound"], 409: ["clients.inUse"] },
    answer: z.null(),
    reply: () => null,
    say: "clients.deleted",
  }),
} satisfies Contract;
