import { RatingMean } from "#app/parts/feedback/rating-mean.tsx";
import { useAddress } from "#app/ui/base/address.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { Section, SectionFacts, SectionPair } from "#app/ui/detail/section.tsx";
import type { DeskCenter } from "#modules/centers/index.ts";
import { showDate, showDateTime } from "#modules/kernel/clock.ts";
import { figure } from "#modules/kernel/figure.ts";

type Page = { center: DeskCenter; pincodesShown: boolean; onTrial: boolean };

/** The sections of a center (R480). */
export function CenterFacts({
  page: { center, pincodesShown, onTrial },
  showUpi,
  papersAt,
}: {
  page: Page;
  showUpi: string | null;
  /** The address of the dialog with its identity papers. */
  papersAt: string;
}) {
  const say = useSay();
  const nameOf = useName();
  const addressOf = useAddress();
  const locale = useLocale();
  const date = (at: Date) => showDate(new Date(at), locale);
  const yesNo = (is: boolean) => say(is ? "common.yes" : "common.no");
  const disabled = [
    center.loginDisabled && say("center.disabledFor.login_into_application"),
    center.broadcastDisabled && say("center.disabledFor.accepting_broadcast_ticket"),
  ].filter(Boolean);
  const subscription = center.subscribed
    ? say("center.fact.until", { date: date(center.subscribeEndDate!) })
    : say(onTrial ? "center.fact.trialUntil" : "center.fact.trialOver", { date: date(center.trialUntil) });
  return (
    <>
      <SectionPair>
        <Section title={say("center.section.work")}>
          <SectionFacts
            rows={[
              [
                say("common.openRequests"),
                say("center.fact.openOf", { n: figure(center.openTickets), limit: figure(center.ticketAcceptLimit) }),
              ],
              [say("common.closedRequests"), figure(center.closedTickets)],
              [say("center.fact.rating"), center.averageRating?.toFixed(1)],
              [say("common.feedbackRating"), <RatingMean key="feedback" rating={center.feedback} />],
              [say("common.subscription"), subscription],
              center.rejectionReason !== null && [say("center.fact.rejected"), center.rejectionReason],
              [say("center.fact.disabled"), disabled.join(", ") || say("center.fact.notDisabled")],
              [say("common.authorizedForClients"), center.clients.map(({ clientName }) => clientName).join(", ")],
              [say("centers.createdAt"), showDateTime(new Date(center.createdAt), locale)],
              [say("centers.onboardedBy"), center.onboarder],
            ]}
          />
        </Section>
        <Section title={say("center.section.personal")}>
          <SectionFacts
            rows={[
              [say("common.person"), center.name],
              [say("common.phone"), center.phone],
              [say("common.email"), center.email],
              [say("common.userName"), center.userName],
              [say("center.fact.about"), center.about],
              [say("common.technicians"), String(center.noOfTechnicians)],
            ]}
          />
        </Section>
      </SectionPair>
      <SectionPair>
        <Section title={say("common.address")}>
          <SectionFacts
            rows={[
              [say("common.addressLine"), center.addressLine],
              [say("common.city"), center.city],
              [say("common.state"), addressOf(center.state)],
              pincodesShown && [say("centers.addressPincode"), center.pincode],
              [say("common.country"), center.country],
            ]}
          />
        </Section>
        <Section title={say("common.service")}>
          <SectionFacts
            rows={[
              [say("centers.primary"), nameOf(center.primaryService?.serviceName ?? null)],
              [
                say("centers.secondary"),
                nameOf(center.secondaryServices.map(({ serviceName }) => serviceName).join(", ")),
              ],
              pincodesShown && [say("common.servicePincode"), center.pincodes.join(", ")],
            ]}
          />
        </Section>
      </SectionPair>
      <SectionPair>
        <Section title={say("common.payment")}>
          <SectionFacts
            rows={[
              [
                say("center.fact.upi"),
                center.upiId && (
                  <>
                    {center.upiId}{" "}
                    {showUpi && (
                      <Link className="d-link" to={showUpi} preventScrollReset>
                        {say("center.upiShow")}
                      </Link>
                    )}
                  </>
                ),
              ],
              [say("center.fact.legalName"), center.legalName],
              [say("center.fact.gstin"), center.gstin],
              [say("centers.subscribed"), yesNo(center.subscribed)],
              [say("centers.subscribedUntil"), center.subscribeEndDate && date(center.subscribeEndDate)],
              [say("center.fact.kit"), yesNo(center.paidForOnboardingKit)],
            ]}
          />
        </Section>
        <Section title={say("center.section.qr")}>
          <SectionFacts
            rows={[
              [say("common.qrCode"), center.qr?.qrId],
              [say("centers.qrStatus"), center.qr?.status],
            ]}
          />
        </Section>
      </SectionPair>
      <Section title={say("center.section.verification")}>
        <SectionFacts
          rows={[
            [
              say("centers.otp"),
              <Chip key="otp" tone={center.phoneVerifiedAt ? "good" : "plain"}>
                {say(center.phoneVerifiedAt ? "center.fact.otpVerified" : "center.fact.otpNot")}
              </Chip>,
            ],
            [say("center.fact.house"), center.verifiedAt ? date(center.verifiedAt) : say("common.no")],
            [
              say("common.documents"),
              <Link key="papers" className="d-link" to={papersAt} preventScrollReset>
                {say("centers.act.documents")}
              </Link>,
            ],
          ]}
        />
      </Section>
    </>
  );
}
