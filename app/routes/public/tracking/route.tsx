import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { publicActions, publicPage } from "#app/http/doors/page.server.ts";
import { formLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { PhoneCode, PhoneProof } from "#app/parts/login/phone-forms.ts";
import { privateMeta } from "#app/parts/login/private-link.ts";
import { typedProof } from "#app/parts/login/typed-proof.server.ts";
import { findPath, trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { UnknownLink } from "#app/ui/shell/unknown-link.tsx";
import type { Locale } from "#modules/messages/index.ts";
import { rateTicket } from "#modules/tickets/index.ts";
import {
  AnswerOutcome,
  AnswerStillNeeded,
  CancelOwn,
  ChangeTime,
  ChooseWindow,
  CorrectOwn,
  RateTicket,
  Rebook,
  Revisit,
  SayNobodyCame,
  TicketRef,
  WriteNote,
} from "#modules/tickets/shared.ts";
import {
  asCustomer,
  bookAgain,
  cancelRequest,
  changeTime,
  chooseTime,
  correctPlace,
  forgetMe,
  nobodyCame,
  requestCode,
  sendNote,
  signOutcome,
  stillNeeded,
  submitCode,
  undoCancellation,
  visitAgain,
} from "./actions.server.ts";
import { AgainForm } from "./again.tsx";
import { CancelRequest } from "./cancel.tsx";
import { ChangeTimeForm } from "./change-time.tsx";
import { CorrectPlace, NoteForm } from "./correct.tsx";
import { FindByPhone, OwnRequestCards } from "./find.tsx";
import { ConfirmPhone, SendCode } from "./forms.ts";
import { NobodyCame } from "./nobody-came.tsx";
import { ProofStep } from "./proof.tsx";
import { ChooseTime } from "./proposals.tsx";
import { TrackedRequest } from "./request.tsx";
import { StillNeededQuestion } from "./still-needed.tsx";
import { bandColour } from "./tone.ts";
import { TrackingQuery, type TrackingView, trackingView } from "./view.server.ts";

/** What has a sentence of its own on top speaks from a band. */
function bandOf(view: TrackingView) {
  if (view.view === "nobodyCame") return "amber";
  if (view.view === "request") return bandColour(view.tracked) ?? true;
  return ["changeTime", "cancel", "correct", "find", "findPhone"].includes(view.view);
}

/** Of a request whose service the link shows: that and its state, without anything of whose it is. */
function pictureOf(view: TrackingView, locale: Locale) {
  if (view.view !== "request" || !view.tracked.serviceId) return undefined;
  return `/share-pictures/${view.tracked.serviceId}/${view.tracked.status}/${locale}`;
}

export const handle = {
  public: true,
  title: "tracking.title",
  about: "about.tracking",
  picture: pictureOf,
  band: bandOf,
} satisfies Handle;
export const meta = privateMeta;

/** /serviceStatus and /ServiceStatus/?{_id}: a request as its link shows it, updated live, with its actions. */
export const loader = publicPage({ limit: reads.page, query: TrackingQuery }, trackingView);

const prove = typedProof(findPath);

export const action = publicActions({
  rate: {
    limit: formLimit,
    input: RateTicket,
    run: asCustomer("rating", rateTicket),
    once: "in its transaction",
    say: "tracking.rating.thanks",
    to: ({ ticketId }) => trackingPath(ticketId),
  },
  send: {
    limit: formLimit,
    input: SendCode,
    run: requestCode,
    unkeyed: "Each press sends a code of its own; how many is limited",
  },
  confirm: {
    limit: formLimit,
    input: ConfirmPhone,
    run: submitCode,
    unkeyed: "A code is good once, and its answer is a cookie, which is not kept",
  },
  find: {
    limit: formLimit,
    input: PhoneCode,
    run: prove.send,
    unkeyed: "Each press sends a code of its own; how many is limited",
  },
  findProve: {
    limit: formLimit,
    input: PhoneProof,
    run: prove.confirm,
    unkeyed: "A code is good once, and its answer is a cookie, which is not kept",
  },
  findForget: {
    limit: formLimit,
    input: z.object({}),
    run: prove.forget,
    unkeyed: "Forgetting twice comes to the same",
  },
  forget: { limit: formLimit, input: TicketRef, run: forgetMe, unkeyed: "Forgetting twice comes to the same" },
  rebook: { limit: formLimit, input: Rebook, run: asCustomer("rebook", bookAgain), once: "in its transaction" },
  stillNeeded: {
    limit: formLimit,
    input: AnswerStillNeeded,
    run: asCustomer("stillNeeded", stillNeeded),
    once: "in its transaction",
  },
  outcome: { limit: formLimit, input: AnswerOutcome, run: signOutcome, once: "in its transaction" },
  nobodyCame: {
    limit: formLimit,
    input: SayNobodyCame,
    run: asCustomer("nobodyCame", nobodyCame),
    once: "in its transaction",
  },
  changeTime: {
    limit: formLimit,
    input: ChangeTime,
    run: asCustomer("changeTime", changeTime),
    once: "in its transaction",
  },
  chooseTime: {
    limit: formLimit,
    input: ChooseWindow,
    run: asCustomer("chooseTime", chooseTime),
    once: "as often as asked",
  },
  cancel: { limit: formLimit, input: CancelOwn, run: asCustomer("cancel", cancelRequest), once: "in its transaction" },
  undoCancel: {
    limit: formLimit,
    input: TicketRef,
    run: asCustomer("see", undoCancellation),
    once: "in its transaction",
  },
  correct: {
    limit: formLimit,
    input: CorrectOwn,
    run: asCustomer("correct", correctPlace),
    once: "in its transaction",
  },
  note: { limit: formLimit, input: WriteNote, run: asCustomer("note", sendNote), once: "in its transaction" },
  revisit: { limit: formLimit, input: Revisit, run: asCustomer("revisit", visitAgain), once: "in its transaction" },
});

export default function TrackingPage() {
  const view = useLoaderData<typeof loader>();
  switch (view.view) {
    case "findPhone":
      return <FindByPhone view={view} />;
    case "find":
      return <OwnRequestCards view={view} />;
    case "proof":
      return <ProofStep view={view} />;
    case "again":
      return <AgainForm view={view} />;
    case "cancel":
      return <CancelRequest view={view} />;
    case "nobodyCame":
      return <NobodyCame view={view} />;
    case "changeTime":
      return <ChangeTimeForm view={view} />;
    case "correct":
      return <CorrectPlace view={view} />;
    case "note":
      return <NoteForm view={view} />;
    case "stillNeeded":
      return <StillNeededQuestion view={view} />;
    case "chooseTime":
      return <ChooseTime view={view} />;
    case "request":
      return (
        <TrackedRequest
          tracked={view.tracked}
          link={view.link}
          codes={view.codes}
          startCode={view.startCode}
          pictures={view.pictures}
        />
      );
  }
}

/** An unknown link: a friendly error page with the next action. */
export const ErrorBoundary = () => <UnknownLink title="tracking.unknown" hint="tracking.unknownHint" home="/booking" />;
