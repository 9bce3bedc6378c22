import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import {
  authorizeTechnician,
  checkDocument,
  createOnboarder,
  deleteTechnician,
  type HeldDocuments,
  keepAadhar,
  onboardersFor,
  updateOnboarder,
} from "#modules/centers/index.ts";
import { checkedWord } from "#modules/centers/labels.ts";
import {
  AddOnboarder,
  AuthorizeTechnician,
  CheckDocument,
  documentValues,
  EditOnboarder,
  KeepAadhar,
  rejectReasons,
  TechnicianId,
} from "#modules/centers/shared.ts";
import { type ConsumerRow, consumersList } from "#modules/consumers/index.ts";
import { bound, cursor, optionalField, reference, text, wholeNumber } from "#modules/kernel/validation.ts";
import { moment } from "../line/answer.ts";
import { type Contract, call } from "../line/call.server.ts";
import { listRefusals, textRefusals } from "../line/refusals.ts";
import { wire } from "../line/wire.ts";
import { OnboarderShape, onboarder } from "../shapes/onboarder.ts";
import { PhoneShape, phoneOf } from "../shapes/wire-parts.ts";

/* Identity papers, technicians, onboarders and customers at the operators' desk (002 §7). */

const keeping = { as: ["admin"], limit: callLimit, once: "in its transaction" } as const;

const PapersShape = z.strictObject({
  _id: z.string(),
  document_details: z.array(
    z.strictObject({
      value: z.enum(documentValues),
      verified: z.enum(["true", "false"]),
      reason: z.enum(rejectReasons).nullable().describe("Why it was rejected"),
    }),
  ),
  aadhar_number: z.string().nullable().describe("All but the last four digits are X"),
  verified_at: moment.nullable().describe("When the center was verified; null for technicians"),
});

const papers = ({ holder, documents, aadharLast4, verifiedAt }: HeldDocuments): z.input<typeof PapersShape> => ({
  _id: holder.id,
  document_details: documents.map(({ value, status, reason }) => ({
    value,
    verified: status === "VERIFIED" ? "true" : "false",
    reason,
  })),
  aadhar_number: aadharLast4 && `XXXXXXXX${aadharLast4}`,
  verified_at: verifiedAt,
});

/** A customer at the operators' desk. */
const ConsumerShape = z.strictObject({
  _id: z.string(),
  createdAt: moment,
  avatar: z.strictObject({ url: z.null() }),
  personal_details: z.strictObject({ name: z.string(), email: z.string().nullable(), phone: PhoneShape }),
  referral_given: z.array(z.string()).max(0).describe("Nobody refers customers"),
  referral_received: z.null(),
  device_id: z.string().nullable().describe("Set for customers of the app, null for those of the web"),
  address_details_permanent: z.strictObject({
    address_line: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    pincode: z.string().nullable(),
    country: z.string().nullable(),
  }),
});

const consumer = (row: ConsumerRow): z.input<typeof ConsumerShape> => ({
  _id: row.id,
  createdAt: row.createdAt,
  avatar: { url: null },
  personal_details: { name: row.name, email: row.email, phone: phoneOf(row.phone, row.countryCode) },
  referral_given: [],
  referral_received: null,
  device_id: row.deviceId,
  address_details_permanent: {
    address_line: row.addressLine,
    city: row.city,
    state: row.state,
    pincode: row.pincode,
    country: row.country,
  },
});

const onboarderNames = {
  name: "name",
  mobile_number: "phone",
  "phone_details.mobile_number": "phone",
};

/** The calls about the papers of centers and technicians, about technicians of all centers, onboarders and customers. */
export const peopleDesk = {
  "POST admin/Set-Verification-Status-Of-center-And-Technician": call({
    fresh: "money",
    ...keeping,
    // Of a center and of a technician different flags allow it; the verb asks.
    can: "any admin",
    summary:
      "Decide on a picture of a center (center_id) or technician (technician_id): status true verifies it, false with a " +
      "reason rejects it, false alone takes the decision back. Admin_id is taken from the session",
    input: wire(
      {
        center_id: "centerId",
        technician_id: "technicianId",
        status: "verified",
        value: "value",
        reason: "reason",
      },
      CheckDocument,
      ["document.reasonMissing", "form.choice", "form.id"],
    ),
    run: checkDocument,
    refuses: { 403: ["center.noView"], 404: ["center.notFound", "technician.notFound"] },
    answer: PapersShape,
    reply: papers,
    say: checkedWord,
  }),
  "POST admin/center-documents-verify": call({
    fresh: "money",
    ...keeping,
    can: "update_center.full_access",
    summary:
      "Keep the Aadhaar number of a center, exactly 12 characters, of which the last four are kept (XXXXXXXX1234 is " +
      "enough). With three verified pictures the center is verified by it",
    input: wire(
      { aadhar_number: "aadharNumber", center_obj_id: "centerId" },
      KeepAadhar.extend({ centerId: reference }),
      ["document.aadharLength", "form.id"],
    ),
    run: keepAadhar,
    refuses: { 403: ["center.noView"], 404: ["center.notFound"] },
    answer: PapersShape,
    reply: papers,
    say: "document.checkSaved",
  }),
  "POST admin/update-technician": call({
    fresh: none("Says whom they work for, for no money"),
    ...keeping,
    can: "update_technician.full_access",
    summary: "The clients a technician may work for, as a whole",
    input: wire(
      { technician_obj_id: "technicianId", clients_ids_list: "clientIds" },
      AuthorizeTechnician.extend({ technicianId: reference }),
      ["form.id", "form.tooLong"],
    ),
    run: authorizeTechnician,
    refuses: { 404: ["technician.notFound"], 409: ["technician.phoneTaken"] },
    answer: z.strictObject({
      _id: z.string(),
      technician_id: z.string(),
      clients_ids_list: z.array(z.strictObject({ _id: z.string(), client_name: z.string() })),
    }),
    reply: ({ id, technicianId, clients }) => ({
      _id: id,
      technician_id: technicianId,
      clients_ids_list: clients.map((client) => ({ _id: client.id, client_name: client.clientName })),
    }),
    say: "technician.updated",
  }),
  "DELETE admin/deleteTechnician/{id}": call({
    fresh: "money",
    ...keeping,
    can: "delete_technician",
    summary: "Delete a technician without open requests; what was done stays",
    input: wire({ id: "technicianId" }, TechnicianId, ["form.id"]),
    run: (admin, { technicianId }) => deleteTechnician(admin, technicianId),
    refuses: { 404: ["technician.notFound"] },
    answer: z.null(),
    reply: () => null,
    say: "technician.deleted",
  }),
  "GET admin/get-all-onboarder": call({
    as: ["admin"],
    can: "view_admin_bar",
    limit: reads.own,
    summary:
      "The onboarders, newest first, or the one with center_onboarder_id; `after` is the `next` of the page before. Who " +
      "may not see phones gets stars",
    input: wire(
      { center_onboarder_id: "humanId", after: "after", take: "take" },
      z.object({
        humanId: optionalField(text(60)),
        after: cursor,
        take: optionalField(wholeNumber(1, 100)),
      }),
      [...textRefusals, "form.cursor", "form.number"],
    ),
    run: onboardersFor,
    answer: z.array(OnboarderShape),
    reply: ({ rows }) => rows.map(onboarder),
    next: ({ next }) => next,
  }),
  "POST admin/create-centerOnBoarder": call({
    fresh: none("An onboarder that is new takes nobody's sign-in"),
    ...keeping,
    can: "view_admin_bar",
    summary: "Add an onboarder by name and mobile number; the country code is +91",
    input: wire(onboarderNames, AddOnboarder, [...textRefusals, "form.phone"]),
    run: createOnboarder,
    answer: OnboarderShape,
    reply: onboarder,
    say: "onboarders.created",
  }),
  "POST admin/update-centerOnBoarder": call({
    fresh: "money",
    ...keeping,
    can: "view_admin_bar",
    summary: "Change an onboarder's name and, as a SUPER_ADMIN, its mobile number, which ends its sessions",
    input: wire(
      { ...onboarderNames, center_onboarder_id: "onboarderId", version: "version" },
      EditOnboarder.extend({ onboarderId: text(60) }),
      [...textRefusals, "form.number", "form.phone"],
    ),
    run: updateOnboarder,
    refuses: { 404: ["onboarder.notFound"] },
    answer: OnboarderShape,
    reply: onboarder,
    say: "onboarders.updated",
  }),
  "GET admin/get-all-consumer": call({
    as: ["admin"],
    can: "view_Wallet",
    limit: reads.own,
    summary:
      "The customers, of a period or all, newest first; `after` is the `next` of the page before. Who may not see " +
      "phones and e-mail addresses gets stars",
    input: wire(
      { start_date: "from", end_date: "to", after: "after", take: "take" },
      z.object({
        from: bound("start"),
        to: bound("end"),
        after: cursor,
        take: optionalField(wholeNumber(1, 100)),
      }),
      listRefusals,
    ),
    // Without a size a page is as long as it may be.
    run: (admin, { take = 100, ...filter }) => consumersList.page(admin, { ...filter, take }),
    answer: z.array(ConsumerShape),
    reply: ({ rows }) => rows.map(consumer),
    next: ({ next }) => next,
  }),
} satisfies Contract;
