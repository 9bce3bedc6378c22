import { RevealForm } from "#app/parts/reveal/reveal-form.tsx";
import { chatLink, PhoneLink } from "#app/parts/tickets/customer.tsx";
import { buttonLook } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useSite } from "#app/ui/base/site.ts";
import { partnerReasons, RevealPartnerPhone, RevealPhone, revealReasons } from "#modules/tickets/shared.ts";
import type { OpenDialog } from "./dialog.server.ts";

type Revealed = { name: string; phone: string; alternatePhone: string | null };

/** Shows one customer's number to an admin who sees stars, for a reason that is written down (fixed point 16). */
export function RevealPhoneForm({ ticket, closeTo }: OpenDialog) {
  const say = useSay();
  const { name: product } = useSite();
  return (
    <RevealForm<Revealed>
      schema={RevealPhone}
      hidden={{ ticketId: ticket.id }}
      why={{
        label: say("acts.revealWhy"),
        hint: say("acts.revealHint"),
        reasons: revealReasons.map((value) => ({ value, label: say(`reveal.${value}`) })),
      }}
      act={say("acts.revealShow")}
      facts={({ name, phone, alternatePhone }) => [
        { label: say("common.customer"), value: name },
        { label: say("common.phone"), value: <PhoneLink phone={phone} /> },
        alternatePhone ? { label: say("common.alternatePhone"), value: <PhoneLink phone={alternatePhone} /> } : null,
      ]}
      auditNote={say("acts.revealed")}
      next={({ phone }) => {
        const reminder = chatLink(phone, say("request.reminder", { number: ticket.number, product }));
        return (
          reminder && (
            <a className={buttonLook({ tone: "quiet" })} href={reminder} target="_blank" rel="noreferrer">
              {say("request.remind")}
            </a>
          )
        );
      }}
      closeTo={closeTo}
    />
  );
}

type RevealPartnerFormProps = OpenDialog & { whose: "center" | "technician" };

/** Shows the number of a center or of the technician, as that of a customer. */
export function RevealPartnerForm({ ticket, centerId, whose, closeTo }: RevealPartnerFormProps) {
  const say = useSay();
  return (
    <RevealForm<{ name: string; phone: string }>
      schema={RevealPartnerPhone}
      intent="revealPartner"
      hidden={{ ticketId: ticket.id, whose, ...(whose === "center" && centerId && { centerId }) }}
      why={{
        label: say("acts.revealWhy"),
        hint: say("acts.revealHint"),
        reasons: partnerReasons.map((value) => ({ value, label: say(`reveal.${value}`) })),
      }}
      act={say("acts.revealShow")}
      facts={({ name, phone }) => [
        { label: say(whose === "center" ? "common.center" : "common.technician"), value: name },
        { label: say("common.phone"), value: <PhoneLink phone={phone} /> },
      ]}
      auditNote={say("acts.revealed")}
      closeTo={closeTo}
    />
  );
}
