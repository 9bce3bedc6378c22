import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { publicActions, publicPage } from "#app/http/doors/page.server.ts";
import { formLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { useNonce } from "#app/nonce.ts";
import { forms } from "#app/parts/tickets/booking-forms.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { otpSaying } from "#modules/kernel/validation.ts";
import { ticketReference } from "#modules/tickets/shared.ts";
import { checkPayment, forgetMe, resendCode, storeTyped, submitCode, submitDetails } from "./actions.server.ts";
import { CodeStep } from "./code.tsx";
import { DetailsStep } from "./details.tsx";
import { DoneStep } from "./done.tsx";
import { PayStep } from "./pay.tsx";
import { BookingQuery, type BookingView, codeView, detailsView, doneView, payView } from "./view.server.ts";

/** Each step has a title of its own, and the last one says how it went. */
function titleOf(view: BookingView) {
  if (view.step === "details") return "booking.title";
  if (view.step === "code") return "booking.otp.title";
  if (view.step === "pay") return view.pickDrop ? "booking.pay.titlePlatform" : "booking.pay.title";
  return outcomes[view.state];
}

const outcomes = {
  created: "booking.success.title",
  pending: "booking.pendingTitle",
  noService: "booking.noService",
  feeReturned: "booking.feeReturnedTitle",
  over: "booking.overTitle",
} as const;

export const handle = { public: true, title: titleOf, about: "booking.lead" } satisfies Handle;

/**
 * /booking and /booking/{qr_id}: one address whose step is in the query, so that each step works without JavaScript and
 * survives reload and Back: the details, the OTP, the payment while a fee is due, and the result.
 */
export const loader = publicPage(
  { limit: reads.page, query: BookingQuery },
  (anyone, query, door): Promise<BookingView> => {
    if (query.step === "otp") return codeView(door);
    if (query.step === "pay") return payView(anyone, query, door);
    if (query.step === "done") return doneView(anyone, query, door);
    return detailsView(anyone, query, door);
  },
);

const nothing = z.object({});

export const action = publicActions({
  service: {
    limit: formLimit,
    prepare: storeTyped("service"),
    input: nothing,
    run: () => undefined,
    unkeyed: "It keeps what was typed",
  },
  details: {
    limit: formLimit,
    prepare: storeTyped("details"),
    input: forms.details,
    run: submitDetails,
    unkeyed: "The draft it is kept in becomes one ticket",
  },
  partner: {
    limit: formLimit,
    prepare: storeTyped("partner"),
    input: forms.partner,
    run: submitDetails,
    unkeyed: "The draft it is kept in becomes one ticket",
  },
  pickdrop: {
    limit: formLimit,
    prepare: storeTyped("pickdrop"),
    input: forms.pickdrop,
    run: submitDetails,
    unkeyed: "The draft it is kept in becomes one ticket",
  },
  verify: {
    limit: formLimit,
    input: z.object({ otp: otpSaying("otp.missing", "otp.wrong") }),
    run: submitCode,
    once: "as often as asked",
  },
  resend: {
    limit: formLimit,
    input: nothing,
    run: resendCode,
    unkeyed: "Each press sends a code of its own; how many is limited",
    say: "otp.sent",
  },
  check: {
    limit: formLimit,
    input: z.object({ ticketId: ticketReference }),
    run: checkPayment,
    unkeyed: "It asks what became of a payment, and comes to the same however often",
  },
  forget: { limit: formLimit, input: nothing, run: forgetMe, unkeyed: "Forgetting twice comes to the same" },
});

export default function BookingPage() {
  const view = useLoaderData<typeof loader>();
  switch (view.step) {
    case "details":
      return (
        <>
          <Forwarding />
          <DetailsStep view={view} />
        </>
      );
    case "code":
      return <CodeStep view={view} />;
    case "pay":
      return <PayStep view={view} />;
    case "done":
      return <DoneStep view={view} />;
  }
}

/** Addresses printed in the past have their path in the hash (R002, fixed point 26), which never reaches the server. */
const forward =
  "(function(){var m=/^#(\\/(?:(?:booking|bookingPickDrop|feedback|serviceStatus|registration)\\/.+|(?:login|registration)\\/?$))/i.exec(location.hash);if(m)location.replace(m[1])})()";

function Forwarding() {
  return <script nonce={useNonce()}>{forward}</script>;
}

export { ErrorBoundary } from "#app/parts/tickets/booking-unknown.tsx";
