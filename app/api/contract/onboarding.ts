import { z } from "zod";
import {
  askToBecomeOnboarder,
  onboardedCenters,
  onboarderOfLink,
  registerCenter,
  registerOnboarder,
  requestOnboarderOtp,
  signInOnboarder,
} from "#modules/centers/index.ts";
import {
  ConfirmOnboarder,
  OnboardCenter,
  OnboarderLogin,
  OnboarderRegistration,
  RegisterCenter,
  RequestOnboarderOtp,
} from "#modules/centers/shared.ts";
import { missing } from "#modules/kernel/errors.ts";
import { id, text } from "#modules/kernel/validation.ts";
import { type Contract, call } from "../call.server.ts";
import { wire } from "../wire.ts";
import { proofOf } from "./access.ts";
import { center } from "./center-shape.ts";
import { onboardedCenter, onboarder } from "./onboarder-shape.ts";

const phoneNames = { mobile_number: "phone", "phone_details.mobile_number": "phone" };
const otpNames = { ...phoneNames, otp: "otp" };

/** A center's fields as registration and onboarders send them; secondary services under either name (Q75). */
const centerNames = {
  center_name: "centerName",
  "personal_details.phone.mobile_number": "phone",
  "personal_details.phone": "phone",
  "personal_details.name": "name",
  "personal_details.email": "email",
  "personal_details.user_name": "userName",
  "personal_details.about": "about",
  primary_services: "primaryServiceId",
  "services.primary_services": "primaryServiceId",
  secondary_services: "secondaryServiceIds",
  checkedSecondaryServices: "secondaryServiceIds",
  "services.secondary_services": "secondaryServiceIds",
  "address_details.address_line": "addressLine",
  "address_details.city": "city",
  "address_details.state": "state",
  "address_details.pincode": "pincode",
  "address_details.additional_pincode": "additionalPincode",
  no_of_technicians: "noOfTechnicians",
  proof: "proof",
};

/** Whom a registration is credited to; somebody unknown is nobody. */
const credited = { center_onboarder_id: "onboardedBy", onboarded_by: "onboardedBy" };

export const onboarding = {
  "GET common/get-center-onboarder-objectId": call({
    as: ["anyone", "center", "onboarder", "admin"],
    summary: "The onboarder a registration link names, by its human id",
    input: wire({ center_onboarder_id: "link" }, z.object({ link: text(60) })),
    run: async (_anyone, { link }) => {
      const found = await onboarderOfLink(link);
      if (!found) throw missing("onboarder.notFound");
      return found;
    },
    reply: ({ id, centerOnboarderId, name }) => ({ _id: id, center_onboarder_id: centerOnboarderId, name }),
    lookup: true,
  }),
  "POST center/register-center-via-web": call({
    as: ["anyone"],
    summary: "Register the center of a phone that center/verify-otp proved; onboarded_by credits an onboarder",
    input: wire(
      { ...centerNames, ...credited },
      RegisterCenter.extend({ onboardedBy: z.string().max(60).optional().catch(undefined) }),
    ),
    run: async (anyone, { onboardedBy, ...input }, door) => {
      const creditedTo = (await onboarderOfLink(onboardedBy))?.id;
      const proof = proofOf(door, input.proof);
      return registerCenter(anyone, { ...input, proof, address: door.address, creditedTo });
    },
    reply: center,
    say: "registration.done",
    once: "in its transaction",
  }),
  "POST centerOnboarding/sendotp-onboarder": call({
    as: ["anyone"],
    summary: "Send an onboarder-to-be the code of its registration; data.uniqueId holds for ten minutes",
    input: wire(
      {
        name: "name",
        ...phoneNames,
        allowed_cities: "allowedCities",
        allowed_states: "allowedStates",
        primary_services: "primaryServiceId",
        "services.primary_services": "primaryServiceId",
      },
      OnboarderRegistration,
    ),
    run: ({ address }, details, { locale }) => askToBecomeOnboarder({ details, address, locale }),
    say: "otp.sent",
    unkeyed: "Each call sends a code of its own; how many is limited",
  }),
  "POST centerOnboarding/register-onboarder": call({
    as: ["anyone"],
    summary: "Register the onboarder whose details wait under uniqueId, by the code sent to its phone",
    input: wire({ uniqueId: "uniqueId", otp: "otp" }, ConfirmOnboarder),
    run: registerOnboarder,
    reply: onboarder,
    say: "onboarder.registered",
    once: "in its transaction",
  }),
  "POST centerOnboarding/send-otp-login": call({
    as: ["anyone"],
    summary: "Send an onboarder its one-time password",
    input: wire(phoneNames, RequestOnboarderOtp),
    run: ({ address }, { phone }, { locale }) => requestOnboarderOtp({ phone, address, locale }),
    say: "center.otpSent",
    unkeyed: "Each call sends a code of its own; how many is limited",
  }),
  "POST centerOnboarding/verify-otp-login": call({
    as: ["anyone"],
    summary: "Sign an onboarder in; token is sent as access-token from then on",
    input: wire(otpNames, OnboarderLogin),
    run: ({ address }, input) => signInOnboarder({ ...input, via: "token", address }),
    reply: ({ session, onboarder: signedIn }) => ({ token: session.token, latest_details: onboarder(signedIn) }),
    say: "center.loggedIn",
    bare: true,
    unkeyed: "A code is good once, and a kept answer would hold its token",
  }),
  "POST centerOnboarding/create-center": call({
    as: ["onboarder"],
    summary:
      "Add a center whose phone center/verify-otp proved; qr_code names a printed code of the kit, else one is made (clients are authorized by admins: clients_ids_list is not read)",
    input: wire({ ...centerNames, qr_code: "qrId", automate_qr_code: "automateQr" }, OnboardCenter),
    run: (onboarder, input, door) =>
      registerCenter(onboarder, { ...input, proof: proofOf(door, input.proof), address: door.address }),
    reply: onboardedCenter,
    say: "onboarder.added",
    once: "in its transaction",
  }),
  "GET centerOnboarding/get-center": call({
    as: ["onboarder"],
    summary: "The onboarder's centers (50 at a time, `after` is the `next` of the page before); search narrows them",
    input: wire(
      { after: "after", search: "search" },
      z.object({ after: id.optional(), search: z.string().trim().max(60, "form.tooLong").optional() }),
    ),
    run: (onboarder, asked) => onboardedCenters(onboarder, { ...asked, limit: 50 }),
    reply: ({ rows }) => rows.map(onboardedCenter),
    next: ({ next }) => next,
  }),
} satisfies Contract;
