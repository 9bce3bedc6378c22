import { useLocation } from "@remix-run/react";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { chatLink, PhoneLink } from "#app/parts/tickets/customer.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName, useSite } from "#app/ui/base/site.ts";
import { Section } from "#app/ui/detail/section.tsx";
import { showDayTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { walletMinimum } from "#modules/wallet/shared.ts";
import type { RequestPage } from "./view.server.ts";

const won = (status: string) => status === "ACCEPTED" || status === "CLOSED";

/**
 * The centers it was offered to, with the team's remarks about each (R281, R472); one that has not answered is written
 * to over WhatsApp (R324).
 */
export function BroadcastList({ page }: { page: RequestPage }) {
  const say = useSay();
  const locale = useLocale();
  const here = useLocation();
  const { name: product } = useSite();
  const { offers, reasons, edits, house } = page;
  const words = say("request.offerReminder", {
    product,
    number: page.request.number,
    minimum: rupees(walletMinimum),
  });
  const adjusts = page.adjustments !== null;
  const fit = reasons.filter(({ reason }) => reason === "offered" || reason === "same_center").length;
  return (
    <Section
      title={say("request.broadcasts")}
      note={reasons.length > 0 ? say("request.fit", { n: fit, of: reasons.length }) : undefined}
    >
      {offers.length === 0 ? (
        <p className="text-soft">{say("request.noBroadcast")}</p>
      ) : (
        <div className="relative overflow-x-auto">
          <table className="d-table d-rows">
            <thead>
              <tr>
                <th scope="col">{say("common.center")}</th>
                {house && <th scope="col">{say("request.qrStatus")}</th>}
                <th scope="col">{say("common.phone")}</th>
                <th scope="col" className="num">
                  {say("request.offeredAt")}
                </th>
                <th scope="col" className="num">
                  {say("request.answeredAt")}
                </th>
                <th scope="col">{say("common.status")}</th>
                <th scope="col">
                  <span className="sr-only">{say("list.actions")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {offers.map((offer) => {
                const chat = offer.status === "PENDING" ? chatLink(offer.phone, words) : null;
                return (
                  <tr
                    key={offer.id}
                    className={won(offer.status) ? "*:bg-green-50" : offer.kitPaid ? "*:bg-[#e0f4f6]" : undefined}
                  >
                    <th scope="row">
                      {offer.center}{" "}
                      <small>{[offer.qrId, offer.kitPaid && say("request.kitPaid")].filter(Boolean).join(" · ")}</small>
                      {offer.remarks && (
                        <small className="block max-w-[36ch]">
                          {offer.remarks}
                          {offer.remarksBy && ` – ${offer.remarksBy}`}
                        </small>
                      )}
                    </th>
                    {house && <td>{offer.qrStatus ?? "-"}</td>}
                    <td>
                      <PhoneLink phone={offer.phone} />{" "}
                      {page.revealsPartners && (
                        <Link
                          className="d-link"
                          to={addressWith(here, { act: "revealCenter", center: offer.centerId })}
                          preventScrollReset
                          aria-label={say("request.revealOf", { name: offer.center })}
                        >
                          {say("request.reveal")}
                        </Link>
                      )}
                    </td>
                    <td className="num">{showDayTime(offer.offeredAt, locale)}</td>
                    <td className="num">{offer.answeredAt ? showDayTime(offer.answeredAt, locale) : "–"}</td>
                    <td>{won(offer.status) ? <b className="text-green-700">{offer.status}</b> : offer.status}</td>
                    <td className="text-right!">
                      {chat && (
                        <a
                          className="d-btn d-btn-bare d-btn-icon"
                          href={chat}
                          target="_blank"
                          rel="noopener noreferrer"
                          aria-label={say("request.remindCenter", { center: offer.center })}
                          title={say("request.remind")}
                        >
                          <Icon name="share-2" />
                        </a>
                      )}
                      {adjusts && (
                        <Link
                          className="d-btn d-btn-bare"
                          to={addressWith(here, { act: "adjust", center: offer.centerId })}
                          preventScrollReset
                          aria-label={say("request.refundFor", { center: offer.center })}
                        >
                          {say("adjust.kind.Refund")}
                        </Link>
                      )}
                      {edits && house && (
                        <Link
                          className="d-btn d-btn-bare d-btn-icon"
                          to={addressWith(here, { act: "centerRemarks", center: offer.centerId })}
                          preventScrollReset
                          aria-label={say("acts.remarksFor", { center: offer.center })}
                          title={say("acts.remarks")}
                        >
                          <Icon name="message-circle" className={offer.remarks ? "text-green-700" : ""} />
                        </Link>
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

/** Why each other center around was not asked, in plain words. */
export function Reasons({ page: { request, reasons, offers } }: { page: RequestPage }) {
  const say = useSay();
  const nameOf = useName();
  const locale = useLocale();
  const offeredIds = new Set(offers.map(({ centerId }) => centerId));
  const not = reasons.flatMap(({ reason, ...center }) =>
    reason === "offered" || reason === "same_center" || offeredIds.has(center.centerId) ? [] : [{ ...center, reason }],
  );
  if (not.length === 0) return null;
  const { pincode } = request.address;
  return (
    <Section title={say("request.notAsked")} note={say("request.notAskedNote", { n: not.length, pincode })}>
      <div className="relative overflow-x-auto">
        <table className="d-table d-rows">
          <thead>
            <tr>
              <th scope="col">{say("common.center")}</th>
              <th scope="col">{say("common.reason")}</th>
              <th scope="col">{say("request.thatMoment")}</th>
            </tr>
          </thead>
          <tbody>
            {not.map(({ centerId, center, qrId, reason, limit, at }) => (
              <tr key={centerId}>
                <th scope="row">
                  {center} <small>{qrId}</small>
                </th>
                <td>{say(`request.reason.${reason}`)}</td>
                <td className="text-soft">
                  {say(`request.why.${reason}`, { service: nameOf(request.service.name), pincode, limit })}{" "}
                  <small>{showDayTime(at, locale)}</small>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
