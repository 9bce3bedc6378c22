import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { askerOf } from "#app/http/session/known-browser.server.ts";
import {
  centerFeedback,
  centersFor,
  createCenter,
  defineCapacityByQr,
  deleteCenter,
  extendTrial,
  getDeskCenter,
  heldDocuments,
  saveCenter,
  setKitPaid,
} from "#modules/centers/index.ts";
import {
  AddCenter,
  CenterRef,
  DefineCapacityByQr,
  ExtendTrial,
  SentCenter,
  SetKitPaidByCall,
} from "#modules/centers/shared.ts";
import { bound, cursor, optionalField, phone, reference, wholeNumber } from "#modules/kernel/validation.ts";
import { moment } from "../line/answer.ts";
import { type Contract, call } from "../line/call.server.ts";
import { optionalTextRefusals, textRefusals } from "../line/refusals.ts";
import { wire } from "../line/wire.ts";
import { centerPapers, DeskCenterShape, deskCenter, PapersShape } from "../shapes/center.ts";
import { centerNames } from "./shared-names.ts";

/** Of the fields of a center that operators fill in. */
const centerRefusals = [
  "form.choice",
  "form.email",
  "form.gst",
  "form.id",
  "form.number",
  "form.phone",
  "form.pincode",
  "form.state",
  "form.upi",
] as const;

/* Service centers at the operators' desk (002 §7). Who may not see phones gets stars; a UPI id is answered masked. */

const seeing = { as: ["admin"], can: "view_center_details.full_access", limit: reads.own } as const;
const keeping = { as: ["admin"], limit: callLimit, once: "in its transaction" } as const;

const deskNames = {
  ...centerNames,
  clients_ids_list: "clientIds",
  upi_id: "upiId",
  "payment_details.upi_id": "upiId",
  legal_name: "legalName",
  gst_number: "gstin",
};
const { primary_services: _, "services.primary_services": __, ...changedNames } = deskNames;
const ofCenter = { center_obj_id: "centerId" };

const updating = call({
  ...keeping,
  // Two flags allow it (Q43); the verb asks.
  can: "any admin",
  fresh: "money",
  summary:
    "Change a center; what is left out stays, and so do primary_services and pincodes. With only clients_ids_list: the " +
    "clients it may work for. Who changed it is taken from the session",
  input: wire(
    {
      ...changedNames,
      ...ofCenter,
      login_into_application: "loginDisabled",
      "disabled_for.login_into_application": "loginDisabled",
      accepting_broadcast_ticket: "broadcastDisabled",
      "disabled_for.accepting_broadcast_ticket": "broadcastDisabled",
      remark: "remark",
      ticket_remarks: "ticketRemarks",
      version: "version",
    },
    SentCenter.extend({ centerId: reference }),
    [...optionalTextRefusals, ...centerRefusals],
  ),
  run: saveCenter,
  refuses: {
    403: ["center.noUpdate"],
    404: ["center.notFound"],
    409: ["error.changed"],
    422: ["center.remarkMissing"],
  },
  answer: DeskCenterShape,
  reply: ({ center }) => deskCenter(center),
  say: ({ clientsOnly }) => (clientsOnly ? "center.clientsSaved" : "center.changed"),
});

/** The calls for service centers. */
export const centerDesk = {
  "GET admin/get-all-centers": call({
    ...seeing,
    summary:
      "The centers that are not deleted, newest first, by phone_number (for a SUPER_ADMIN) and days; `after` is the " +
      "`next` of the page before",
    input: wire(
      { phone_number: "mobile", start_date: "from", end_date: "to", after: "after", take: "take" },
      z.object({
        mobile: optionalField(phone),
        from: bound("start"),
        to: bound("end"),
        after: cursor,
        take: optionalField(wholeNumber(1, 100)),
      }),
      ["form.cursor", "form.date", "form.number", "form.phone"],
    ),
    run: centersFor,
    answer: z.array(DeskCenterShape),
    reply: ({ rows }) => rows.map(deskCenter),
    next: ({ next }) => next,
  }),
  "GET admin/getCenterDetails/{id}": call({
    ...seeing,
    summary: "One center, with its papers and what was decided on them",
    input: wire({ id: "centerId" }, CenterRef, ["form.id"]),
    run: async (admin, { centerId }) => ({
      center: await getDeskCenter(admin, centerId),
      papers: await heldDocuments(admin, { kind: "center", id: centerId }),
    }),
    refuses: { 404: ["center.noDetails"] },
    answer: z.strictObject({
      CenterDetails: z.strictObject({ cenData: DeskCenterShape.extend({ document_details: PapersShape }) }),
    }),
    reply: ({ center, papers }) => ({
      CenterDetails: { cenData: { ...deskCenter(center), document_details: centerPapers(papers) } },
    }),
  }),
  "POST admin/create-center": call({
    fresh: none("A center that is new takes nobody's sign-in"),
    ...keeping,
    can: "add_center",
    summary:
      "Add a center, ACTIVE and on trial; qr_code names a printed code, with automate_qr_code or without one it is made. " +
      "Its phone counts as unverified until its owner logs in",
    input: wire(
      {
        ...deskNames,
        pincodes: "pincodes",
        "services.pincodes": "pincodes",
        qr_code: "qrId",
        automate_qr_code: "automateQr",
      },
      AddCenter,
      [...optionalTextRefusals, "center.pincodeList", "center.qrShape", ...centerRefusals],
    ),
    run: (admin, input, door) => createCenter(admin, input, askerOf(door)),
    refuses: { 409: ["center.phoneTaken"], 422: ["client.notFound"] },
    answer: DeskCenterShape,
    reply: deskCenter,
    say: "onboarder.added",
  }),
  "PUT admin/update-center": updating,
  "POST admin/update-center": updating,
  "DELETE admin/deleteCenter/{id}": call({
    fresh: "money",
    ...keeping,
    // Two flags allow it (Q43); the verb asks.
    can: "view_center_details.full_access",
    summary: "Delete a center without open requests and money; what it did stays",
    input: wire({ id: "centerId" }, CenterRef, ["form.id"]),
    run: deleteCenter,
    refuses: { 404: ["center.notFound"] },
    answer: z.null(),
    reply: () => null,
    say: "center.deleted",
  }),
  "POST admin/update-center-extended-date": call({
    fresh: none("A trial costs nothing"),
    ...keeping,
    can: "update_center.full_access",
    summary:
      "Begin a center's trial again, today in India; only when more than 15 days have passed since it last began",
    input: wire({ ...ofCenter, extended_date: "extendedDate" }, ExtendTrial.extend({ centerId: reference }), [
      "form.date",
      "form.id",
    ]),
    run: extendTrial,
    refuses: { 404: ["center.notFound"], 409: ["center.trialFailed"] },
    answer: DeskCenterShape,
    reply: deskCenter,
    say: "center.trialExtended",
  }),
  "POST admin/update-center-onboarding-kit": call({
    fresh: "money",
    ...keeping,
    can: "update_center.full_access",
    summary: "Mark a center's onboarding kit as paid, with the reference of the payment, or take that back",
    input: wire({ ...ofCenter, paid_for_onboarding_kit: "paid", reference: "reference" }, SetKitPaidByCall, [
      ...optionalTextRefusals,
      "center.kitReferenceShape",
      "form.choice",
      "form.id",
    ]),
    run: setKitPaid,
    refuses: { 404: ["center.notFound"], 409: ["center.kitPaidAlready", "center.kitPaidAs"] },
    answer: DeskCenterShape,
    reply: deskCenter,
    say: ({ paidForOnboardingKit }) => (paidForOnboardingKit ? "center.kitMarked" : "center.kitTakenBack"),
  }),
  "POST admin/update-ticket-accept-limit": call({
    fresh: none("Says how much it may hold, for no money"),
    ...keeping,
    can: "update_center.full_access",
    summary: "How many open requests the center of qr_id may have at once; without qr_id, all centers",
    input: wire({ ticket_accept_limit: "ticketAcceptLimit", qr_id: "qrId" }, DefineCapacityByQr, [
      ...textRefusals,
      "center.capacityOutside",
      "form.number",
    ]),
    run: defineCapacityByQr,
    refuses: { 404: ["center.notFound"] },
    answer: z.strictObject({ changed: z.number() }),
    reply: ({ changed }) => ({ changed }),
    say: "center.capacityDefined",
  }),
  "GET admin/get-center-feedback/{centerId}": call({
    ...seeing,
    summary: "What a center was disabled for or enabled again, and why; the newest 100",
    input: wire({ centerId: "centerId" }, CenterRef, ["form.id"]),
    run: centerFeedback,
    refuses: { 404: ["center.notFound"] },
    answer: z.array(
      z.strictObject({
        _id: z.string(),
        remarks_type: z.string(),
        remarks: z.string(),
        ticket_remarks: z.string(),
        update_name: z.string(),
        updatedAt: moment,
      }),
    ),
    reply: (remarks) =>
      remarks.map(({ id, disabledFor, remarks: why, ticketRemarks, updateName, updatedAt }) => ({
        _id: id,
        remarks_type: disabledFor.join(", "),
        remarks: why,
        ticket_remarks: ticketRemarks,
        update_name: updateName,
        updatedAt,
      })),
  }),
} satisfies Contract;
