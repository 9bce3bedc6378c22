import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { chatLink, mapLink, PhoneLink } from "#app/parts/tickets/customer.tsx";
import { closureWord, paymentWord, ratingWord, whenWanted } from "#app/parts/tickets/words.ts";
import { useAddress } from "#app/ui/base/address.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName, useSite } from "#app/ui/base/site.ts";
import { Section, SectionFacts } from "#app/ui/detail/section.tsx";
import { showDate, showDateTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { labelOf, listedNames } from "#modules/tickets/shared.ts";
import type { RequestAct } from "../acts/acts.ts";
import type { RequestPage } from "./view.server.ts";

type OfPage = { page: RequestPage };

/** A link to the dialog of an act, where it is offered. */
function ActLink({ page, act, children }: OfPage & { act: RequestAct; children: ReactNode }) {
  const here = useLocation();
  if (!page.acts.offered.some((each) => each.act === act)) return null;
  return (
    <Link className="d-link" to={addressWith(here, { act, center: null })} preventScrollReset>
      {children}
    </Link>
  );
}

/** Request info. */
export function RequestFacts({ page }: OfPage) {
  const { request } = page;
  const say = useSay();
  const nameOf = useName();
  const locale = useLocale();
  const yesNo = (is: boolean) => say(is ? "common.yesCapitals" : "common.noCapitals");
  /** Whose request it is, what they call it, and what they owe for it. */
  const clientFacts: [string, ReactNode][] = request.client
    ? [
        [say("common.client"), request.client.name],
        [say("request.form.clientReference"), request.clientReference],
        [say("request.form.dueAmount"), rupees(request.clientDuePaise)],
      ]
    : [];
  return (
    <Section title={say("common.request")}>
      <SectionFacts
        rows={[
          [say("common.service"), nameOf(request.service.name)],
          [
            say("center.ticket.requirement"),
            <>
              {request.requirement ?? "-"}{" "}
              <ActLink page={page} act="requirement">
                {say("common.edit")}
              </ActLink>
            </>,
          ],
          [say("common.timePreference"), whenWanted(request.timePreference, say, locale)],
          [say("common.offerCode"), request.offerCode],
          [say("center.ticket.paidByPublic"), yesNo(request.isPaidByPublic)],
          request.isPaidByTechnician === null
            ? false
            : [say("center.ticket.paidByTechnician"), yesNo(request.isPaidByTechnician)],
          [say("request.ticketPrice"), rupees(request.ticketPricePaise)],
          request.offerPricePaise === null ? false : [say("center.detail.offerPrice"), rupees(request.offerPricePaise)],
          [
            say("common.createdBy"),
            page.createdByKey === null
              ? [request.createName, say(`lists.creator.${request.createdBy}`)].filter(Boolean).join(" · ")
              : say("request.who.keyNamed", { name: page.createdByKey }),
          ],
          [say("request.form.paid"), say(`request.form.paid.${request.markedPaid}`)],
          ...clientFacts,
        ]}
      />
    </Section>
  );
}

/** Customer details, with the reminder and the map. */
export function CustomerFacts({ page }: OfPage) {
  const { request } = page;
  const say = useSay();
  const here = useLocation();
  const addressOf = useAddress();
  const { name: product } = useSite();
  const { houseNumber, locality, city, state, pincode } = request.address;
  const place = [houseNumber, locality, city, state].filter(Boolean).join(", ");
  const reminder = chatLink(request.phone, say("request.reminder", { number: request.number, product }));
  const reveal = page.starred && page.edits ? addressWith(here, { act: "reveal", center: null }) : null;
  return (
    <Section
      title={say("common.customer")}
      acts={
        <>
          {(reminder ?? reveal) &&
            (reminder ? (
              <a className="d-btn" href={reminder} target="_blank" rel="noreferrer">
                <Icon name="message-circle" />
                {say("request.remind")}
              </a>
            ) : (
              <Link className="d-btn" to={reveal!} preventScrollReset>
                <Icon name="message-circle" />
                {say("request.remind")}
              </Link>
            ))}
          <a className="d-btn" href={mapLink(`${place} ${pincode}`)} target="_blank" rel="noreferrer">
            <Icon name="map-pin" />
            {say("common.map")}
          </a>
        </>
      }
    >
      <SectionFacts
        rows={[
          [say("common.name"), request.name],
          [
            say("common.phone"),
            <>
              <PhoneLink phone={request.phone} />{" "}
              {reveal && (
                <Link className="d-link" to={reveal} preventScrollReset>
                  {say("request.reveal")}
                </Link>
              )}
            </>,
          ],
          request.alternatePhone
            ? [say("common.alternatePhone"), <PhoneLink key="alternate" phone={request.alternatePhone} />]
            : false,
          [say("common.email"), request.email],
          [
            say("common.address"),
            <>
              {request.pickLocation || request.dropLocation
                ? [request.pickLocation, request.dropLocation].filter(Boolean).join(" → ")
                : addressOf(place)}{" "}
              {pincode}{" "}
              <ActLink page={page} act="pincode">
                {say("acts.pincode")}
              </ActLink>
            </>,
          ],
          ...listedNames.map((name): [string, ReactNode] => [say(labelOf(name)), request.texts[name]]),
        ]}
      />
    </Section>
  );
}

/** Assigned details. */
export function AssignedFacts({ page }: OfPage) {
  const { request, technician: technicianState } = page;
  const say = useSay();
  const here = useLocation();
  const { center, technician } = request;
  return (
    <Section title={say("request.assigned")}>
      <SectionFacts
        rows={[
          [
            say("common.center"),
            center && (
              <>
                {center.name} <small>{center.qrId}</small>{" "}
                {page.edits && page.house && (
                  <>
                    <Link
                      className="d-link"
                      to={addressWith(here, { act: "revealCenter", center: center.id })}
                      preventScrollReset
                    >
                      {say("acts.revealCenter")}
                    </Link>{" "}
                  </>
                )}
                {page.adjustments && (
                  <Link
                    className="d-link"
                    to={addressWith(here, { act: "adjust", center: center.id })}
                    preventScrollReset
                  >
                    {say("adjust.dialog")}
                  </Link>
                )}
              </>
            ),
          ],
          [
            say("common.technician"),
            technician && (
              <>
                {technician.name}{" "}
                <small>
                  {technicianState &&
                    say(technicianState.rating === null ? "request.standing" : "request.standingRated", {
                      rating: technicianState.rating?.toFixed(1) ?? "",
                      n: technicianState.open,
                    })}
                </small>
              </>
            ),
          ],
          [
            say("common.techniciansPhone"),
            technician && (
              <>
                <PhoneLink phone={technician.phone} />{" "}
                {page.revealsPartners && (
                  <Link
                    className="d-link"
                    to={addressWith(here, { act: "revealTechnician", center: null })}
                    preventScrollReset
                    aria-label={say("request.revealOf", { name: technician.name })}
                  >
                    {say("request.reveal")}
                  </Link>
                )}
              </>
            ),
          ],
          [say("request.technicianRemarks"), request.remarks.technicianRemarks],
        ]}
      />
    </Section>
  );
}

/** Closure details. */
export function ClosureFacts({ page: { request, house } }: OfPage) {
  const say = useSay();
  const locale = useLocale();
  const code = request.remarks.message;
  return (
    <Section title={say("request.closure")}>
      <SectionFacts
        rows={[
          [
            say("center.complete.price"),
            request.closingPricePaise === null ? null : <b key="price">{rupees(request.closingPricePaise)}</b>,
          ],
          request.labourPaise ? [say("center.complete.labour"), rupees(request.labourPaise)] : false,
          request.materialPaise ? [say("center.complete.material"), rupees(request.materialPaise)] : false,
          [
            say("common.code"),
            code === "happy_code" || code === "unhappy_code" ? (
              say(`request.code.${code}`)
            ) : (
              <small key="code">{say("request.codeNot", { n: request.codeTries })}</small>
            ),
          ],
          [say("center.complete.remark"), closureWord(request.remarks.closeRemarks, say)],
          request.remarks.centerMessage ? [say("center.complete.message"), request.remarks.centerMessage] : false,
          request.remarks.overAllRating
            ? [say("center.complete.rating"), ratingWord(request.remarks.overAllRating, say)]
            : false,
          request.takeTime ? [say("request.takeTime"), request.takeTime] : false,
          house ? [say("request.adminRemarks"), request.remarks.adminRemarks] : false,
          [say("common.paymentMethod"), paymentWord(request, say)],
          request.dateOfPurchase ? [say("center.detail.purchased"), showDate(request.dateOfPurchase, locale)] : false,
          [say("center.detail.invoiceNumber"), request.invoiceNumber],
          request.invoiceSupplier ? [say("invoice.issuedBy"), request.invoiceSupplier] : false,
          request.punchSerialNumber
            ? [
                say("ticketAct.serialNumber"),
                [request.punchSerialNumber, request.approvedBy].filter(Boolean).join(" · "),
              ]
            : false,
          request.cancelReason ? [say("request.cancelReason"), request.cancelReason] : false,
        ]}
      />
    </Section>
  );
}

/** Revisit info (Q67). */
export function RevisitFacts({ page }: OfPage) {
  const { request } = page;
  const say = useSay();
  const requestLink = (id: string) => (
    <Link className="d-link" to={`/view-ticket?ticketId=${id}`}>
      {say("acts.view")}
    </Link>
  );
  return (
    <Section title={say("common.revisit")}>
      <SectionFacts
        rows={[
          [
            say("request.revisited"),
            request.revisitStatus === 1 ? (
              <>
                {say("common.yesCapitals")}{" "}
                <Link className="d-link" to={`/reopen-log/${request.id}`}>
                  {say("acts.reopenLog")}
                </Link>
              </>
            ) : (
              <small key="until">{say("request.revisitUntil")}</small>
            ),
          ],
          request.revisitOf ? [say("request.revisitOf"), requestLink(request.revisitOf)] : false,
          request.rebookOf ? [say("request.rebookOf"), requestLink(request.rebookOf)] : false,
          request.revisitPricePaise === null ? false : [say("request.revisitPrice"), rupees(request.revisitPricePaise)],
          request.remarks.revisitRemarks ? [say("request.revisitRemarks"), request.remarks.revisitRemarks] : false,
        ]}
      />
    </Section>
  );
}

/** Timestamps, as in the whole console in India's time (R230). */
export function TimeFacts({ page: { request } }: OfPage) {
  const say = useSay();
  const locale = useLocale();
  const momentText = (moment: Date | null) => moment && showDateTime(moment, locale);
  return (
    <Section title={say("request.times")}>
      <SectionFacts
        rows={[
          [say("requests.created"), momentText(request.createdAt)],
          [say("request.broadcastAt"), momentText(request.broadcastAt)],
          [say("request.acceptedAt"), momentText(request.acceptedAt)],
          [say("request.assignedAt"), momentText(request.assignedAt)],
          [say("timeline.started"), momentText(request.startedAt)],
          [say("tracking.closedAt"), momentText(request.closedAt)],
          request.cancelledAt ? [say("common.cancelled"), momentText(request.cancelledAt)] : false,
        ]}
      />
    </Section>
  );
}
