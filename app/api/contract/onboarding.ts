import { z } from "zod";
import { callLimit, lookupLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { askerOf, noncesOf } from "#app/http/session/known-browser.server.ts";
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
import { cursor, lenient, optionalText, text } from "#modules/kernel/validation.ts";
import { onboarderDemandList } from "#modules/reports/index.ts";
import { type Contract, call } from "../line/call.server.ts";
import { registrationProof } from "../line/proofs.ts";
import { optionalTextRefusals, otpRefusals, signInRefusals, textRefusals } from "../line/refusals.ts";
import { wire } from "../line/wire.ts";
import { CenterShape, center } from "../shapes/center.ts";
import {
  DemandShape,
  demand,
  OnboardedCenterShape,
  OnboarderShape,
  onboardedCenter,
  onboarder,
} from "../shapes/onboarder.ts";
import { NonceShape, sentNonce } from "../shapes/otp.ts";
import { centerNames } from "./shared-names.ts";

const phoneNames = { mobile_number: "phone", "phone_details.mobile_number": "phone" };
const otpNames = { ...phoneNames, otp: "otp" };

const provedNames = { ...centerNames, proof: "proof" };

/** The onboarder a registration is credited to; an unknown one is ignored. */
const credited = { center_onboarder_id: "onboardedBy", onboarded_by: "onboardedBy" };

/** Of the fields of a center. */
const centerRefusals = ["form.choice", "form.id", "form.number", "form.phone", "form.pincode", "form.state"] as const;

export const onboarding = {
  "GET common/get-center-onboarder-objectId": call({
    as: ["anyone", "center", "desk", "onboarder", "admin"],
    can: "any admin",
    limit: lookupLimit,
    summary: "The onboarder a registration link names, by its human id",
    input: wire({ center_onboarder_id: "link" }, z.object({ link: text(60) }), textRefusals),
    run: async (_anyone, { link }) => {
      const match = await onboarderOfLink(link);
      if (!match) throw missing("onboarder.notFound");
      return match;
    },
    refuses: { 404: ["onboarder.notFound"] },
    answer: OnboarderShape.pick({ _id: true, center_onboarder_id: true, name: true }),
    reply: ({ id, centerOnboarderId, name }) => ({ _id: id, center_onboarder_id: centerOnboarderId, name }),
  }),
  // C028.
  "POST center/register-center-via-web": call({
    as: ["anyone"],
    limit: callLimit,
    summary: "Register the center of the phone whose proof is sent; onboarded_by credits an onboarder",
    proof: registrationProof,
    input: wire({ ...provedNames, ...credited }, RegisterCenter.extend({ onboardedBy: lenient(text(60)) }), [
      ...optionalTextRefusals,
      ...centerRefusals,
    ]),
    run: async (anyone, { onboardedBy, ...input }) => {
      const creditedTo = (await onboarderOfLink(onboardedBy))?.id;
      return registerCenter(anyone, { ...input, creditedTo });
    },
    answer: CenterShape,
    reply: center,
    say: "registration.done",
    once: "in its transaction",
  }),
  "POST centerOnboarding/sendotp-onboarder": call({
    as: ["anyone"],
    limit: callLimit,
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
      [...textRefusals, "form.id", "form.phone", "form.state"],
    ),
    run: (anyone, details, door) => askToBecomeOnboarder({ details, locale: door.locale, ...askerOf(door, anyone) }),
    refuses: { 422: ["onboarder.cityTwice"], 503: ["otp.notYet"] },
    answer: NonceShape.extend({ uniqueId: z.string() }),
    // Always set here: the nonce is missing only for a caller who already waits for a code, and this call starts anew.
    reply: ({ uniqueId, nonce }) => ({ uniqueId, ...sentNonce({ nonce: nonce! }) }),
    say: "otp.sent",
    unkeyed: "Each call sends a code of its own; how many is limited",
  }),
  "POST centerOnboarding/register-onboarder": call({
    as: ["anyone"],
    limit: callLimit,
    summary: "Register the onboarder whose details wait under uniqueId, by the code sent to its phone",
    input: wire({ uniqueId: "uniqueId", otp: "otp" }, ConfirmOnboarder, [
      ...textRefusals,
      ...otpRefusals,
      "registration.otpMissing",
    ]),
    run: (anyone, input, door) => registerOnboarder(anyone, { ...input, nonces: noncesOf(door) }),
    refuses: { 409: ["registration.over"] },
    answer: OnboarderShape,
    reply: onboarder,
    say: "onboarder.registered",
    once: "in its transaction",
  }),
  "POST centerOnboarding/send-otp-login": call({
    as: ["anyone"],
    limit: callLimit,
    summary: "Send an onboarder its one-time password",
    input: wire(phoneNames, RequestOnboarderOtp, ["center.phoneLength", "center.phoneMissing"]),
    run: (anyone, { phone }, door) => requestOnboarderOtp({ phone, locale: door.locale, ...askerOf(door, anyone) }),
    refuses: { 503: ["otp.notYet"] },
    answer: NonceShape,
    reply: sentNonce,
    say: "center.otpSent",
    unkeyed: "Each call sends a code of its own; how many is limited",
  }),
  // R016.
  "POST centerOnboarding/verify-otp-login": call({
    as: ["anyone"],
    limit: callLimit,
    summary: "Sign an onboarder in; token is sent as access-token from then on",
    input: wire(otpNames, OnboarderLogin, signInRefusals),
    run: (anyone, input, door) => signInOnboarder({ ...input, via: "token", ...askerOf(door, anyone) }),
    answer: z.strictObject({ token: z.string(), latest_details: OnboarderShape }),
    reply: ({ session, onboarder: signedIn }) => ({ token: session.token, latest_details: onboarder(signedIn) }),
    say: "center.loggedIn",
    bare: true,
    unkeyed: "A code is good once, and a kept answer would hold its token",
  }),
  "POST centerOnboarding/create-center": call({
    as: ["onboarder"],
    limit: callLimit,
    summary:
      "Add a center by the proof of its phone; qr_code names a printed code of the kit, else one is made (clients are authorized by admins: clients_ids_list is not read)",
    input: wire({ ...provedNames, qr_code: "qrId", automate_qr_code: "automateQr" }, OnboardCenter, [
      ...optionalTextRefusals,
      "center.qrShape",
      ...centerRefusals,
    ]),
    proof: registrationProof,
    run: registerCenter,
    refuses: { 409: ["center.qrTaken"] },
    answer: OnboardedCenterShape,
    reply: onboardedCenter,
    say: "onboarder.added",
    once: "in its transaction",
  }),
  "GET centerOnboarding/get-center": call({
    as: ["onboarder"],
    limit: reads.own,
    summary: "The onboarder's centers (50 at a time, `after` is the `next` of the page before); search narrows them",
    input: wire({ after: "after", search: "search" }, z.object({ after: cursor, search: optionalText(60) }), [
      ...optionalTextRefusals,
      "form.cursor",
    ]),
    // The page size the summary promises.
    run: (onboarder, query) => onboardedCenters(onboarder, { ...query, take: 50 }),
    answer: z.array(OnboardedCenterShape),
    reply: ({ rows }) => rows.map(onboardedCenter),
    next: ({ next }) => next,
  }),
  "GET centerOnboarding/unserved-demand": call({
    as: ["onboarder"],
    own: true,
    limit: reads.own,
    summary:
      "The requests of the last `days` (90, 30 or 7) in the onboarder's states that no center serves, by pincode and " +
      "service, the most first (50 at a time, `after` is the `next` of the page before)",
    input: wire({ after: "after", days: "days" }, z.object({ after: cursor, ...onboarderDemandList.filter.shape }), [
      "form.cursor",
    ]),
    run: (onboarder, query) => onboarderDemandList.page(onboarder, { ...query, take: 50 }),
    answer: z.array(DemandShape),
    reply: ({ rows }) => rows.map(demand),
    next: ({ next }) => next,
  }),
} satisfies Contract;
