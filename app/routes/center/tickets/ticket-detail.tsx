import { useLocation } from "@remix-run/react";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { chatLink, mapLink, PhoneLink } from "#app/parts/tickets/customer.tsx";
import { NeedPictures, PictureField, Pictures } from "#app/parts/tickets/pictures-field.tsx";
import { LabelChip, StatusChip } from "#app/parts/tickets/status-chips.tsx";
import { closureWord, limitWord, messageWord, paymentWord, showVisit, whenWanted } from "#app/parts/tickets/words.ts";
import { useAddress } from "#app/ui/base/address.tsx";
import { Button, buttonLook } from "#app/ui/base/button.tsx";
import { Card, Note } from "#app/ui/base/card.tsx";
import { Icon, type IconName } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { type Fact, Facts } from "#app/ui/detail/detail.tsx";
import { type Step, Timeline } from "#app/ui/detail/timeline.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { LiveHint } from "#app/ui/shell/live.tsx";
import { showDate, showDateTime } from "#modules/kernel/clock.ts";
import { type Paise, rupees } from "#modules/kernel/money.ts";
import type { Withheld } from "#modules/notifications/index.ts";
import type { CustomersAnswer, TicketDetail } from "#modules/tickets/index.ts";
import { activeStep, addressLine, endedEarly, labelOf, listedNames, skippedSteps } from "#modules/tickets/shared.ts";
import { RemarkForm } from "./remark-form.tsx";
import { type Act, actIcon, actLabel, actsOf, mayAct } from "./ticket-acts.ts";

type DetailProps = { ticket: TicketDetail; origin: string };
type PageProps = DetailProps & {
  withheld: readonly Withheld[];
  needPictures: readonly { id: string }[];
  answer: CustomersAnswer | null;
};

/** One request in full, with its actions on top. */
export function TicketDetailPage({ ticket, needPictures, withheld, answer, origin }: PageProps) {
  const say = useSay();
  const nameOf = useName();
  const here = useLocation();
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3">
        <Link className="link inline-flex min-h-11 items-center" to={addressWith(here, { ticket: null, act: null })}>
          ← {say("common.allRequests")}
        </Link>
        <LiveHint />
      </div>
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <h1>{ticket.number}</h1>
        <StatusChip strong status={ticket.displayedStatus} />
        <LabelChip label={ticket.broadcastLabel} />
      </div>
      <p className="mb-5 text-soft">{nameOf(ticket.service.name)}</p>
      <NotSent withheld={withheld} />
      <OtherTime ticket={ticket} />
      <CustomerAnswered answer={answer} />
      <Todo ticket={ticket} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-5">
          <Customer ticket={ticket} origin={origin} />
          <Request ticket={ticket} />
          <OnSite ticket={ticket} needPictures={needPictures} />
        </div>
        <div className="grid gap-5">
          <Card title={say("common.progress")}>
            <Timeline steps={useSteps(ticket)} />
          </Card>
          <Money ticket={ticket} />
          <Remarks ticket={ticket} />
        </div>
      </div>
    </>
  );
}

/** Messages to the customer that were withheld, so that the center calls instead. */
function NotSent({ withheld }: Pick<PageProps, "withheld">) {
  const say = useSay();
  if (withheld.length === 0) return null;
  return (
    <div className="mb-5">
      <Note tone="warm">
        <ul className="grid gap-1">
          {withheld.map(({ template, reason }) => (
            <li key={template}>
              {say("center.notSent", { message: messageWord(template, say), reason: limitWord(reason, say) })}
            </li>
          ))}
        </ul>
      </Note>
    </div>
  );
}

/** The customer wants another time, until when the center answers. */
function OtherTime({ ticket: { timeChange } }: { ticket: TicketDetail }) {
  const say = useSay();
  const locale = useLocale();
  if (!timeChange) return null;
  const time = showVisit(timeChange.at, locale);
  return (
    <div className="mb-5">
      <Note tone="warm">{say("timeChange.wants", { time, until: showDateTime(timeChange.until, locale) })}</Note>
    </div>
  );
}

/** What the customer answered after the closing, and whether it was proven. */
function CustomerAnswered({ answer }: { answer: CustomersAnswer | null }) {
  const say = useSay();
  if (!answer) return null;
  const { came, done, counts } = answer;
  const key = counts ? "history.ticket.outcomeAnswered" : "history.ticket.outcomeShown";
  return (
    <div className="mb-5">
      <Note>{say(!came ? `${key}.nobody` : done === false ? `${key}.notDone` : key)}</Note>
    </div>
  );
}

/** The next step as the main button, the other actions beside it. */
function Todo({ ticket }: { ticket: TicketDetail }) {
  const say = useSay();
  const here = useLocation();
  const offered = actsOf(ticket);
  const main = offered.find((act) => act === "assign" || act === "complete");
  const toneOf = (act: Act) => (act === main ? "main" : act === "delete" ? "danger" : "quiet");
  if (offered.length === 0 && !ticket.may.invoice) return null;
  return (
    <div className="mb-6 flex flex-wrap gap-3">
      {offered.map((act) => (
        <Link
          key={act}
          preventScrollReset
          className={buttonLook({ tone: toneOf(act) })}
          to={addressWith(here, { act })}
        >
          <Icon name={actIcon(act)} />
          {actLabel(act, say)}
        </Link>
      ))}
      {ticket.may.invoice && <InvoiceLink ticketId={ticket.id} />}
    </div>
  );
}

/** The invoice as a file (R091). */
export function InvoiceLink({ ticketId }: { ticketId: string }) {
  return (
    <a className={buttonLook({ tone: "quiet" })} href={`/invoices/${ticketId}`}>
      <Icon name="download" />
      {useSay()("tracking.invoice")}
    </a>
  );
}

function Customer({ ticket, origin }: DetailProps) {
  const say = useSay();
  const addressOf = useAddress();
  const address = addressLine(ticket);
  const words = say("center.detail.chat", {
    number: ticket.number,
    link: `${origin}/ServiceStatus/?${ticket.id}`,
  });
  const chat = chatLink(ticket.phone, words);
  const reach: { to: string; icon: IconName; label: string }[] = [
    ...(chat ? [{ to: `tel:+91${ticket.phone}`, icon: "phone" as const, label: say("center.detail.call") }] : []),
    ...(chat ? [{ to: chat, icon: "message-circle" as const, label: say("center.detail.whatsapp") }] : []),
    ...(address && !ticket.masked
      ? [{ to: mapLink(address), icon: "map-pin" as const, label: say("common.map") }]
      : []),
  ];
  return (
    <Card title={say("common.customer")}>
      {ticket.masked && <Note>{say("center.detail.masked")}</Note>}
      <Facts
        facts={[
          { label: say("common.name"), value: ticket.name },
          { label: say("common.mobileNumber"), value: <PhoneLink phone={ticket.phone} /> },
          ticket.alternatePhone
            ? { label: say("common.alternatePhone"), value: <PhoneLink phone={ticket.alternatePhone} /> }
            : null,
          ticket.email ? { label: say("common.email"), value: ticket.email } : null,
          { label: say("common.address"), value: addressOf(address) },
          ...listedNames.map((name) => ({ label: say(labelOf(name)), value: ticket.texts[name] })),
        ]}
      />
      {reach.length > 0 && (
        <p className="flex flex-wrap gap-3">
          {reach.map(({ to, icon, label }) => (
            <a
              key={to}
              href={to}
              className={buttonLook({ tone: "quiet" })}
              {...(to.startsWith("http") && { target: "_blank", rel: "noopener noreferrer" })}
            >
              <Icon name={icon} />
              {label}
            </a>
          ))}
        </p>
      )}
    </Card>
  );
}

function Request({ ticket }: { ticket: TicketDetail }) {
  const say = useSay();
  const nameOf = useName();
  const locale = useLocale();
  const facts: (Fact | false | null | undefined)[] = [
    { label: say("common.service"), value: nameOf(ticket.service.name) },
    { label: say("center.ticket.requirement"), value: ticket.requirement },
    ticket.offerPricePaise === null
      ? null
      : { label: say("center.detail.offerPrice"), value: rupees(ticket.offerPricePaise) },
    { label: say("common.timePreference"), value: whenWanted(ticket.timePreference, say, locale) },
    { label: say("center.ticket.created"), value: showDateTime(ticket.createdAt, locale) },
    { label: say("common.technician"), value: ticket.technician ? ticket.technician.name : null },
    ticket.technician
      ? { label: say("common.techniciansPhone"), value: <PhoneLink phone={ticket.technician.phone} /> }
      : null,
    ticket.onTheWayAt ? { label: say("center.detail.onTheWay"), value: showDateTime(ticket.onTheWayAt, locale) } : null,
    ticket.createName ? { label: say("common.createdBy"), value: ticket.createName } : null,
    ticket.revisitOf
      ? {
          label: say("center.detail.revisitOf"),
          value: <Link to={`/tickets-center?ticket=${ticket.revisitOf}`}>{say("center.detail.earlier")}</Link>,
        }
      : null,
    ticket.rebookOf
      ? {
          label: say("center.detail.rebookOf"),
          value: <Link to={`/tickets-center?ticket=${ticket.rebookOf}`}>{say("center.detail.earlier")}</Link>,
        }
      : null,
    ticket.cancelReason ? { label: say("center.detail.cancelReason"), value: ticket.cancelReason } : null,
  ];
  return (
    <Card title={say("common.request")}>
      <Facts facts={facts} />
    </Card>
  );
}

/** R086: the six steps with their times. */
function useSteps(ticket: TicketDetail): Step[] {
  const say = useSay();
  const locale = useLocale();
  const active = activeStep(ticket.steps);
  const times = [
    ticket.createdAt,
    ticket.assignedAt,
    ticket.startedAt,
    ticket.closedAt,
    ticket.invoiceNumber ? ticket.closedAt : null,
    null,
  ];
  const labels = ["created", "assigned", "started", "completed", "invoiced", "feedback"] as const;
  const reached = ["CREATED", "ASSIGNED", "STARTED", "COMPLETED", "INVOICED", "FEEDBACK"] as const;
  const skipped = skippedSteps({ ...ticket, closeRemarks: ticket.remarks.closeRemarks });
  const over = endedEarly(ticket);
  return labels.map((label, at) => {
    const missed = skipped.includes(reached[at]!);
    const done = ticket.steps.includes(reached[at]!) && !missed;
    const time = done ? times[at] : null;
    return {
      label: say(`timeline.${label}`),
      at: time ? showDateTime(time, locale) : null,
      state: done ? "done" : missed ? "skipped" : at + 1 === active && !over ? "now" : "waiting",
    };
  });
}

function Money({ ticket }: { ticket: TicketDetail }) {
  const say = useSay();
  const locale = useLocale();
  const closed = ticket.status === "CLOSED";
  const money = (paise: number | null) => (paise === null ? null : rupees(paise));
  const yesNo = (is: boolean) => say(is ? "common.yes" : "common.no");
  return (
    <Card title={say(closed ? "center.detail.closing" : "center.detail.money")}>
      <Facts
        facts={[
          { label: say("common.ticketPrice"), value: money(ticket.ticketPricePaise) },
          ticket.bookingFeePaise !== null &&
            ticket.bookingFeePaise > 0 && {
              label: say("common.bookingFee"),
              value: feeOf(ticket.bookingFeePaise, ticket, say),
            },
          { label: say("center.ticket.paidByPublic"), value: yesNo(ticket.isPaidByPublic) },
          { label: say("center.ticket.paidByTechnician"), value: yesNo(ticket.isPaidByTechnician === true) },
          closed &&
            ticket.labourPaise !== null && {
              label: say("center.complete.labour"),
              value: money(ticket.labourPaise),
            },
          closed && { label: say("center.complete.material"), value: money(ticket.materialPaise) },
          closed && { label: say("center.complete.price"), value: money(ticket.closingPricePaise) },
          closed && {
            label: say("common.paymentMethod"),
            value: paymentWord(ticket, say),
          },
          closed && {
            label: say("center.complete.remark"),
            value: closureWord(ticket.remarks.closeRemarks, say),
          },
          closed && { label: say("common.happyCode"), value: yesNo(ticket.happyCode) },
          closed && { label: say("center.detail.invoiceNumber"), value: ticket.invoiceNumber },
          ticket.invoiceSupplier !== null && { label: say("invoice.issuedBy"), value: ticket.invoiceSupplier },
          closed &&
            ticket.closedAt && { label: say("tracking.closedAt"), value: showDateTime(ticket.closedAt, locale) },
          ticket.dateOfPurchase
            ? { label: say("center.detail.purchased"), value: showDate(ticket.dateOfPurchase, locale) }
            : null,
        ]}
      />
    </Card>
  );
}

/** A fee with what became of it: paid, refunded in part or as a whole, or neither. */
function feeOf(feePaise: Paise, { isPaidByPublic, feeRefundedPaise }: TicketDetail, say: Say) {
  const amount = rupees(feePaise);
  if (!isPaidByPublic) return amount;
  if (feeRefundedPaise === 0) return `${amount} · ${say("tracking.paid")}`;
  if (feeRefundedPaise >= feePaise) return say("center.detail.feeRefunded", { amount });
  return say("center.detail.feePartRefunded", { amount, refunded: rupees(feeRefundedPaise) });
}

/** Pictures of the place and the work; more can be added while the job is open. */
function OnSite({ ticket, needPictures }: Pick<PageProps, "ticket" | "needPictures">) {
  const say = useSay();
  return (
    <Card title={say("common.onSitePictures")}>
      <NeedPictures pictures={needPictures} className="mb-4" />
      <Pictures ticketId={ticket.id} pictures={ticket.onsitePictures} />
      {ticket.may.picture && (
        <Form intent="picture" encType="multipart/form-data" preventScrollReset className="mt-4">
          <input type="hidden" name="ticketId" value={ticket.id} />
          <PictureField ticketId={ticket.id} />
          <noscript>
            <Button tone="quiet" icon="camera">
              {say("center.pictures.send")}
            </Button>
          </noscript>
        </Form>
      )}
    </Card>
  );
}

function Remarks({ ticket }: { ticket: TicketDetail }) {
  const say = useSay();
  const locale = useLocale();
  return (
    <Card title={say("center.detail.remarks")}>
      {ticket.remarksList.length === 0 && <p className="text-soft">{say("common.noRemarksYet")}</p>}
      <ol className="grid gap-3 wrap-anywhere">
        {ticket.remarksList.map(({ id, text, authorKind, createdAt }) => (
          <li key={id} className="border-l-4 border-line pl-3">
            <p className="whitespace-pre-line">{text}</p>
            <p className="text-sm text-soft">
              {say(`center.author.${authorKind as "center" | "admin" | "technician" | "customer"}`)} ·{" "}
              {showDateTime(createdAt, locale)}
            </p>
          </li>
        ))}
      </ol>
      {mayAct(ticket, "remark") && <RemarkForm ticketId={ticket.id} />}
    </Card>
  );
}
