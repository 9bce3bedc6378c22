import type { ReactNode } from "react";
import { PhoneCode } from "#app/parts/login/phone-forms.ts";
import { PhoneCodeForms } from "#app/parts/login/phone-proof.tsx";
import { Band, bandContent, bandPage, goLook, PriceBar } from "#app/parts/tickets/band.tsx";
import { findPath, paperAt, trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { PhoneField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { showDate, showDateTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { OwnRequest } from "#modules/tickets/index.ts";
import { trackingColour } from "#modules/tickets/shared.ts";
import { toneOf } from "./tone.ts";
import { useComes } from "./top.tsx";
import type { FindPhoneView, FindView } from "./view.server.ts";

/** How many parts the line under the band has: a request's steps, none of them reached. */
const parts = 6;

/** Find my request, before the phone is proved: the same for every number. */
export function FindByPhone({ view: { proof } }: { view: FindPhoneView }) {
  const say = useSay();
  const { phone, sent, waitSeconds } = proof;
  const title = say("myRequests.title");
  const messages = (
    <a className="link inline-flex min-h-11 items-center" href="/my-notifications">
      {say("inbox.mine")}
    </a>
  );
  if (phone)
    return (
      <div className={bandPage}>
        <Band
          title={title}
          lead={
            <span role={sent ? "status" : undefined}>
              {sent ? say("booking.otp.sent", { phone }) : say("myRequests.hint")}
            </span>
          }
          step={0}
          parts={parts}
        />
        <div className={bandContent}>
          <ErrorSummary />
          <PhoneCodeForms
            phone={phone}
            waitSeconds={waitSeconds}
            here={findPath}
            intents={{ send: "find", confirm: "findProve" }}
          />
          {messages}
        </div>
      </div>
    );
  return (
    <Form schema={PhoneCode} intent="find" data-enhance="once" className={bandPage}>
      <Band title={title} lead={say("myRequests.hint")} step={0} parts={parts} />
      <div className={bandContent}>
        <ErrorSummary />
        <PhoneField name="phone" label={say("common.phone")} />
        <p className="text-soft">{say("myRequests.note")}</p>
        {messages}
      </div>
      <PriceBar>
        <button type="submit" className={goLook}>
          {say("common.sendOtp")}
        </button>
      </PriceBar>
    </Form>
  );
}

/** The requests of the phones this browser proved: unpaid ones first, then live ones, then those that are over. */
export function OwnRequestCards({ view: { requests, older, cut, phones } }: { view: FindView }) {
  const say = useSay();
  const none = requests.length === 0;
  return (
    <div className={bandPage}>
      <Band
        title={
          none
            ? say(older > 0 ? "myRequests.noneRecent" : "myRequests.none")
            : say("myRequests.count", { count: requests.length, n: requests.length })
        }
        step={0}
        parts={parts}
      >
        <Form intent="findForget" className="flex flex-wrap items-center justify-between gap-x-4 text-teal-100">
          <span>{phones.join(", ")}</span>
          <Button tone="plain" className="-ml-2 text-white underline">
            {say("tracking.notYou")}
          </Button>
        </Form>
      </Band>
      <div className={bandContent}>
        <ErrorSummary intent="rebook" />
        {!none && (
          <ul className="grid gap-4">
            {requests.map((request) => (
              <li key={request.id} className="card">
                <Request request={request} />
              </li>
            ))}
          </ul>
        )}
        {cut && <p className="text-soft">{say("myRequests.cut", { n: requests.length })}</p>}
        {older > 0 && (
          <Note>
            <p className="mb-2">{say("myRequests.older", { count: older, n: older })}</p>
            <a className="link inline-flex min-h-11 items-center" href={`${findPath}?step=phone`}>
              {say("myRequests.olderShow")}
            </a>
          </Note>
        )}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <ButtonLink to="/booking" tone={none ? "main" : "quiet"} reload>
            {say(none ? "common.bookAService" : "myRequests.another")}
          </ButtonLink>
          <a className="link flex min-h-11 items-center" href="/my-notifications">
            {say("inbox.mine")}
          </a>
        </div>
      </div>
    </div>
  );
}

type Card = { request: OwnRequest };

function Request({ request }: Card) {
  const say = useSay();
  const nameOf = useName();
  const due = request.more?.duePaise;
  return (
    <>
      <p className="mb-2 flex items-center justify-between gap-3">
        <span className="min-w-0 text-soft">{nameOf(request.service)}</span>
        <span className="flex flex-wrap justify-end gap-2">
          {due != null && <Chip tone="warm">{say("tracking.feeDue")}</Chip>}
          <Chip tone={toneOf(trackingColour(request.status))}>{say(`status.${request.status}`)}</Chip>
        </span>
      </p>
      <h2 className="text-balance">{useHeadline(request)}</h2>
      <Facts request={request} />
      <Acts request={request} />
    </>
  );
}

/** What stands large: the sum that is due, what happens, or how it ended. */
function useHeadline({ more, endedAt, createdAt, status }: OwnRequest): string {
  const say = useSay();
  const locale = useLocale();
  const comes = useComes(more ?? { now: { key: "tracking.now.closed" }, visit: null });
  const date = showDate(endedAt ?? createdAt, locale);
  if (!more) return say(status === "CLOSED" ? "myRequests.closedOn" : "myRequests.endedOn", { date });
  if (more.duePaise !== null) return say("myRequests.due", { amount: rupees(more.duePaise) });
  if (more.paidPaise !== null && more.paidPaise > 0)
    return say("myRequests.done", { date, amount: rupees(more.paidPaise) });
  return comes ?? say(more.now.key, more.now.params);
}

function Facts({ request: { number, createdAt, more } }: Card) {
  const say = useSay();
  const locale = useLocale();
  const comes = more && more.now.key === "tracking.now.assigned" && more.visit;
  const lines: ReactNode[] = [];
  if (more?.requirement) lines.push(more.requirement);
  if (more?.duePaise != null) lines.push(say("myRequests.saved", { time: showDateTime(createdAt, locale) }));
  if (more?.next && !comes)
    lines.push(say(more.next.key, more.next.at ? { time: showDateTime(more.next.at, locale) } : {}));
  if (more?.starRating != null) lines.push(say("myRequests.stars", { n: more.starRating }));
  if (more?.revisitFree != null)
    lines.push(say(more.revisitFree ? "myRequests.revisitFree" : "myRequests.revisitOver"));
  return (
    <div className="mt-2 text-soft">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change places
        <p key={at}>{line}</p>
      ))}
      <p>{[more?.center, number].filter(Boolean).join(" · ")}</p>
    </div>
  );
}

/** The one next thing of a request, and what may be done with one that is over, each in one tap. */
function Acts({ request }: Card) {
  const say = useSay();
  const { id, number, more, old } = request;
  const due = more?.duePaise;
  return (
    <div className="mt-4 flex flex-wrap items-start gap-3">
      {due != null && (
        <ButtonLink to={`/booking?step=pay&ticket=${id}`} icon="indian-rupee" reload>
          {say("booking.pay.button", { amount: rupees(due) })}
        </ButtonLink>
      )}
      {due != null && (
        <ButtonLink
          to={trackingPath(id, { do: "cancel" })}
          tone="quiet"
          reload
          aria-label={`${say("common.delete")}: ${number}`}
        >
          {say("common.delete")}
        </ButtonLink>
      )}
      {!old && (
        <ButtonLink to={trackingPath(id)} tone="quiet" reload aria-label={`${say("tracking.title")}: ${number}`}>
          {say("tracking.title")}
        </ButtonLink>
      )}
      {request.rebook && (
        <Form intent="rebook" data-enhance="once">
          <input type="hidden" name="ticketId" value={id} />
          <input type="hidden" name="timePreference.type" value="IMMEDIATELY" />
          <Button tone="quiet" icon="repeat" aria-label={`${say("tracking.rebook")}: ${number}`}>
            {say("tracking.rebook")}
          </Button>
        </Form>
      )}
      {request.invoice && (
        <ButtonLink
          to={paperAt("invoice", id)}
          tone="quiet"
          icon="download"
          reload
          aria-label={`${say("tracking.invoice")}: ${number}`}
        >
          {say("tracking.invoice")}
        </ButtonLink>
      )}
    </div>
  );
}
