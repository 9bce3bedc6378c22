import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { publicActions, publicPage } from "#app/http/doors/page.server.ts";
import { formLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { wayBack } from "#app/http/doors/way-back.server.ts";
import { askerOf, enter, keepNonce } from "#app/http/session/known-browser.server.ts";
import { privateMeta } from "#app/parts/login/private-link.ts";
import { ResendButton } from "#app/parts/login/resend-button.tsx";
import { linkPath, resendPath, visitPath, visitsPath } from "#app/parts/visits/paths.ts";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useSite } from "#app/ui/base/site.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { OtpField, PhoneField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { PageProblemView } from "#app/ui/shell/page-error.tsx";
import { RequestTechnicianOtp } from "#modules/centers/shared.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { requestLink, requestLinkOtp, signInByLink } from "#modules/tickets/index.ts";
import { EnterByLink, SendLinkCode } from "./forms.ts";
import { type CodeView, LinkQuery, linkView, waitOf } from "./view.server.ts";

export const handle = { public: true, title: "visits.title" } satisfies Handle;
export const meta = privateMeta;

/** /visit/{token}: the link in a technician's message, which asks for a code before it shows anything of the visit. */
export const loader = publicPage({ limit: reads.page, query: LinkQuery }, linkView);

export const action = publicActions({
  again: {
    limit: formLimit,
    input: RequestTechnicianOtp,
    unkeyed: "Each press sends a message of its own; how many is limited",
    run: (_anyone, { phone }, { address }) => requestLink({ phone, address }),
    to: () => resendPath("requested"),
  },
  send: {
    limit: formLimit,
    input: SendLinkCode,
    unkeyed: "Each press sends a code of its own; how many is limited",
    run: async (anyone, { token }, door) => {
      try {
        keepNonce(door, (await requestLinkOtp({ token, locale: door.locale, ...askerOf(door, anyone) })).nonce);
      } catch (error) {
        // Of another browser's code nothing is sent, and nothing is promised.
        const waits = error instanceof DomainError && error.key === "otp.wait" && (await waitOf(token, door)) > 0;
        if (!waits) throw error;
        return door.go(linkPath(token, "wait"));
      }
      return door.go(linkPath(token, "code"));
    },
  },
  enter: {
    limit: formLimit,
    input: EnterByLink,
    unkeyed: "A code is good once, and its answer is a cookie, which is not kept",
    run: async (anyone, { token, otp }, door) => {
      const { session, ticketId } = await signInByLink({ token, otp, ...askerOf(door, anyone) });
      enter(door, "technician", session);
      return door.go(await wayBack(door, "technician", visitPath(ticketId), session));
    },
  },
});

export default function VisitLinkPage() {
  const view = useLoaderData<typeof loader>();
  const say = useSay();
  const { name: brand } = useSite();
  if (view.view === "requested")
    return <Notice title={say("visitLink.requested")} lead={say("visitLink.requestedLead")} />;
  if (view.view === "none")
    return (
      <Notice title={say("visitLink.none")} lead={say("visitLink.noneLead")}>
        <SendAgain />
      </Notice>
    );
  if (view.view === "over")
    return (
      <Notice title={say("visitLink.over")} lead={say("visitLink.overLead")}>
        {view.signedIn ? (
          <ButtonLink to={visitsPath} tone="quiet" reload>
            {say("visits.title")}
          </ButtonLink>
        ) : (
          <SendAgain />
        )}
      </Notice>
    );
  const { phone } = view;
  const words = { send: "visitLink.lead", code: "visitLink.sent", wait: "visitLink.wait" } as const;
  return (
    <div className="max-w-md">
      <h1 className="mb-2">{say("visitLink.title", { brand })}</h1>
      <p className="mb-6 text-soft" role={view.view === "send" ? undefined : "status"}>
        {say(words[view.view], { phone })}
      </p>
      <ErrorSummary />
      <div className="card">{view.view === "send" ? <Send view={view} /> : <Code view={view} />}</div>
      <p className="mt-4 text-sm text-soft">{say("visitLink.notYou")}</p>
      {view.view !== "send" && view.sandbox && (
        <a className="link flex min-h-11 items-center" href="/sandbox" target="_blank" rel="noreferrer">
          {say("booking.otp.sandbox")}
        </a>
      )}
    </div>
  );
}

function Notice({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  return (
    <div className="max-w-xl py-4">
      <h1 className="mb-4">{title}</h1>
      <p className="mb-8 text-soft">{lead}</p>
      {children}
    </div>
  );
}

/** Asks for the link to the next visit, by the technician's own phone. */
function SendAgain() {
  const say = useSay();
  return (
    <>
      <ErrorSummary />
      <Form schema={RequestTechnicianOtp} intent="again" data-enhance="once" className="card grid gap-4">
        <h2>{say("visitLink.again")}</h2>
        <p className="text-soft">{say("visitLink.againLead")}</p>
        <PhoneField name="phone" label={say("common.mobileNumber")} />
        <Button wide>{say("visitLink.againSend")}</Button>
      </Form>
    </>
  );
}

function Send({ view: { token } }: { view: CodeView }) {
  const say = useSay();
  return (
    <Form intent="send" data-enhance="once">
      <input type="hidden" name="token" value={token} />
      <Button wide>{say("common.sendOtp")}</Button>
    </Form>
  );
}

function Code({ view: { token, waitSeconds } }: { view: CodeView }) {
  const say = useSay();
  return (
    <>
      <Form schema={EnterByLink} intent="enter" data-enhance="otp once" className="grid gap-4">
        <input type="hidden" name="token" value={token} />
        <OtpField label={say("common.otp")} awaited />
        <Button wide>{say("visitLink.open")}</Button>
      </Form>
      <Form intent="send" data-enhance="once" className="mt-3">
        <input type="hidden" name="token" value={token} />
        <ResendButton waitSeconds={waitSeconds} />
      </Form>
    </>
  );
}

/** A link that is none. */
export function ErrorBoundary() {
  const error = useRouteError();
  const say = useSay();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <PageProblemView />;
  return (
    <Notice title={say("visitLink.unknown")} lead={say("visitLink.unknownLead")}>
      <ButtonLink to={resendPath()} tone="quiet" reload>
        {say("visitLink.again")}
      </ButtonLink>
    </Notice>
  );
}
