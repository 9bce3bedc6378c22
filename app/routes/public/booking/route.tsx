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
import { NeedStep } from "./need.tsx";
import { PayStep } from "./pay.tsx";
import { PlaceStep } from "./place.tsx";
import { ServiceStep } from "./service.tsx";
import {
  answer,
  askToWait,
  choosePlace,
  chooseService,
  chooseTime,
  confirmWait,
  Need,
  needFiles,
  Place,
  resendWaitCode,
  sayNeed,
  storeNeed,
  storeYou,
  Tile,
  WaitCode,
  Waitlist,
  When,
  You,
} from "./short-acts.server.ts";
import {
  needView,
  placeView,
  serviceView,
  timeView,
  waitCodeView,
  waitingView,
  waitlistView,
  youView,
} from "./short-views.server.ts";
import { TimeStep } from "./time.tsx";
import { BookingQuery, type BookingView, codeView, detailsView, doneView, payView } from "./view.server.ts";
import { WaitCodeStep, WaitingStep, WaitlistStep } from "./waitlist.tsx";
import { YouStep } from "./you.tsx";

/** Each step has a title of its own, and the last one says how it went. */
function titleOf(view: BookingView) {
  if (view.step === "pay") return view.pickDrop ? "booking.pay.titlePlatform" : "booking.pay.title";
  if (view.step === "done") return outcomes[view.state];
  return titles[view.step];
}

const titles = {
  details: "booking.title",
  place: "booking.title",
  service: "booking.ask.what",
  need: "book.need.title",
  time: "book.time.title",
  you: "book.you.title",
  waitlist: "book.waitlist.title",
  waitcode: "book.codeTitle",
  waiting: "book.waitlist.doneTitle",
  code: "booking.otp.title",
} as const;

const outcomes = {
  created: "booking.success.title",
  pending: "booking.pendingTitle",
  noService: "booking.noService",
  feeReturned: "booking.feeReturnedTitle",
  over: "booking.overTitle",
} as const;

/** The short pages speak from a band; the one-page form and the result do not. */
function hasBand(view: BookingView) {
  if (view.step === "done") return view.state === "created" && "good";
  return view.step !== "details";
}

export const handle = { public: true, title: titleOf, about: "booking.lead", band: hasBand } satisfies Handle;

/**
 * /booking and /booking/{qr_id}: one address whose step is in the query, so that each step works without JavaScript and
 * survives reload and Back: place, service, need, time, you, or all of it on one page (`form=one`); then the OTP, the payment
 * while a fee is due, and the result.
 */
export const loader = publicPage(
  { limit: reads.page, query: BookingQuery },
  (anyone, query, door): Promise<BookingView> => {
    if (query.step === "otp") return codeView(door);
    if (query.step === "pay") return payView(anyone, query, door);
    if (query.step === "done") return doneView(anyone, query, door);
    if (query.step === "place") return placeView(anyone, query, door);
    if (query.step === "service") return serviceView(anyone, door);
    if (query.step === "need") return needView(door);
    if (query.step === "time") return timeView(query, door);
    if (query.step === "you") return youView(anyone, door);
    if (query.step === "waitlist") return waitlistView(anyone, query, door);
    if (query.step === "waitcode") return waitCodeView(door);
    if (query.step === "waiting") return waitingView(door);
    if (query.form === "one") return detailsView(anyone, query, door);
    // A partner's page begins with its services.
    return query.id ? serviceView(anyone, door, { first: true }) : placeView(anyone, query, door);
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
  place: {
    limit: formLimit,
    input: Place,
    run: choosePlace,
    unkeyed: "It keeps what was typed",
  },
  tile: {
    limit: formLimit,
    input: Tile,
    run: chooseService,
    unkeyed: "It keeps what was chosen",
  },
  need: {
    limit: formLimit,
    prepare: storeNeed,
    files: needFiles,
    input: Need,
    run: sayNeed,
    unkeyed: "It keeps what was typed",
  },
  time: {
    limit: formLimit,
    input: When,
    run: chooseTime,
    unkeyed: "It keeps what was chosen",
  },
  you: {
    limit: formLimit,
    prepare: storeYou,
    input: You,
    run: answer,
    unkeyed: "The draft it is kept in becomes one ticket",
  },
  waitlist: {
    limit: formLimit,
    input: Waitlist,
    run: askToWait,
    unkeyed: "A code may be sent as often as its limit says, and a phone waits once for a service in a place",
  },
  waitresend: {
    limit: formLimit,
    input: nothing,
    run: resendWaitCode,
    unkeyed: "Each press sends a code of its own; how many is limited",
    say: "otp.sent",
  },
  waitcode: {
    limit: formLimit,
    input: WaitCode,
    run: confirmWait,
    unkeyed: "A code is good once, and a phone waits once for a service in a place",
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
    case "place":
      return (
        <>
          <Forwarding />
          <PlaceStep view={view} />
        </>
      );
    case "service":
      return (
        <>
          <Forwarding />
          <ServiceStep view={view} />
        </>
      );
    case "need":
      return <NeedStep view={view} />;
    case "time":
      return <TimeStep view={view} />;
    case "you":
      return <YouStep view={view} />;
    case "waitlist":
      return <WaitlistStep view={view} />;
    case "waitcode":
      return <WaitCodeStep view={view} />;
    case "waiting":
      return <WaitingStep view={view} />;
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
