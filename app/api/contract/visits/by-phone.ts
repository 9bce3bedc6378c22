import { z } from "zod";
import { callLimit, lookupLimit } from "#app/http/doors/use-limit.server.ts";
import { id, messageKey, optionalText, phone, pincode } from "#modules/kernel/validation.ts";
import { joinWaitlistProven, ownRequestsProven } from "#modules/tickets/index.ts";
import { type Contract, call } from "../../line/call.server.ts";
import { customersProof } from "../../line/proofs.ts";
import { optionalTextRefusals } from "../../line/refusals.ts";
import { wire } from "../../line/wire.ts";
import { OwnRequestsShape, ownRequestsOf } from "./own-request-shapes.ts";

/* What whoever proved a phone does with it, without a request that it names. */

const ByPhone = z.object({ phone, proof: optionalText(200) });

/** Eight services at most, as many as a booking form shows. */
const Wait = ByPhone.extend({
  pincode,
  serviceIds: z
    .array(id, messageKey("booking.service.choose"))
    .min(1, messageKey("booking.service.choose"))
    .max(8, messageKey("form.check")),
});

const byPhone = { mobile_number: "phone", proof: "proof" };

export const callsByPhone = {
  "POST center/own-requests": call({
    own: true,
    as: ["anyone"],
    limit: lookupLimit,
    summary: "Find my request: the requests of a phone, for who proved it; the proof stays good",
    input: wire(byPhone, ByPhone, [...optionalTextRefusals, "form.phone"]),
    proof: customersProof,
    run: ownRequestsProven,
    answer: OwnRequestsShape,
    reply: ownRequestsOf,
    unkeyed: "It only reads",
  }),
  "POST center/waitlist": call({
    own: true,
    as: ["anyone"],
    limit: callLimit,
    summary:
      "Wait 90 days for centers of services in a pincode where none serves them yet: the phone gets one message when one comes; a service that is served, or that cannot be booked, is left out",
    input: wire({ ...byPhone, pincode: "pincode", service_ids: "serviceIds" }, Wait, [
      ...optionalTextRefusals,
      "booking.service.choose",
      "form.id",
      "form.phone",
      "form.pincode",
    ]),
    proof: customersProof,
    run: joinWaitlistProven,
    refuses: { 409: ["waitlist.full"] },
    answer: z.strictObject({ awaited: z.number().describe("How many of the services are waited for now") }),
    reply: (awaited) => ({ awaited }),
    say: "book.waitlist.doneTitle",
    once: "in its transaction",
  }),
} satisfies Contract;
