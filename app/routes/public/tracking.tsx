import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { publicActions, publicPage } from "#app/http/page.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Handle } from "#app/ui/handle.ts";
import { PageProblemView } from "#app/ui/page-error.tsx";
import { useSay } from "#app/ui/say.tsx";
import { rateTicket } from "#modules/tickets/index.ts";
import { RateTicket, Rebook, Revisit, TicketRef } from "#modules/tickets/shared.ts";
import { privateMeta } from "./private-link.ts";
import { bookAgain, codeGiven, codeWished, forgetMe, visitAgain } from "./tracking-acts.server.ts";
import { AgainForm } from "./tracking-again.tsx";
import { ConfirmPhone, SendCode } from "./tracking-forms.ts";
import { trackingPath } from "./tracking-paths.ts";
import { ProofStep } from "./tracking-proof.tsx";
import { TrackedRequest } from "./tracking-request.tsx";
import { TrackingQuery, trackingView } from "./tracking-views.server.ts";
import { WhichRequest } from "./tracking-which.tsx";

export const handle = { public: true, title: "tracking.title" } satisfies Handle;
export const meta = privateMeta;

/** /serviceStatus and /ServiceStatus/?{_id}: a request as its link shows it, live; and what is done from there. */
export const loader = publicPage({ query: TrackingQuery }, trackingView);

export const action = publicActions({
  rate: {
    input: RateTicket,
    run: rateTicket,
    once: "in its transaction",
    say: "tracking.rating.thanks",
    to: ({ ticketId }) => trackingPath(ticketId),
  },
  send: { input: SendCode, run: codeWished, unkeyed: "Each press sends a code of its own; how many is limited" },
  confirm: {
    input: ConfirmPhone,
    run: codeGiven,
    unkeyed: "A code is good once, and its answer is a cookie, which is not kept",
  },
  forget: { input: TicketRef, run: forgetMe, unkeyed: "Forgetting twice comes to the same" },
  rebook: { input: Rebook, run: bookAgain, once: "in its transaction" },
  revisit: { input: Revisit, run: visitAgain, once: "in its transaction" },
});

export default function TrackingPage() {
  const view = useLoaderData<typeof loader>();
  switch (view.view) {
    case "which":
      return <WhichRequest view={view} />;
    case "proof":
      return <ProofStep view={view} />;
    case "again":
      return <AgainForm view={view} />;
    case "request":
      return <TrackedRequest tracked={view.tracked} link={view.link} />;
  }
}

/** A link nobody knows: calm words, and the way on. */
export function ErrorBoundary() {
  const error = useRouteError();
  const say = useSay();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <PageProblemView home="/booking" />;
  return (
    <div className="mx-auto max-w-xl py-8 md:py-14">
      <h1 className="mb-4">{say("tracking.unknown")}</h1>
      <p className="mb-8 text-soft">{say("tracking.unknownHint")}</p>
      <ButtonLink to="/booking" tone="quiet" reload>
        {say("shell.book")}
      </ButtonLink>
    </div>
  );
}
