import { useEffect, useState } from "react";
import { AddressDialog } from "#app/ui/address-dialog.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Note } from "#app/ui/card.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Facts } from "#app/ui/detail.tsx";
import { useLocale } from "#app/ui/locale.ts";
import { useSay } from "#app/ui/say.tsx";
import { ShareLink } from "#app/ui/share-link.tsx";
import { show } from "#app/ui/toast.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { statusWord } from "./words.ts";

type Created = {
  id: string;
  number: string;
  displayedStatus: string;
  createdAt: Date;
  serviceAvailable: boolean;
  phone: string;
  service: string;
};

/** R146: this long after the ticket was created the result is shown, with the toast 'Add more ticket'. */
const waitMs = 2000;

type CreatedDialogProps = {
  ticket: Created;
  origin: string;
  /** Off where the page came as a whole: there may be no JavaScript to wait with. */
  wait: boolean;
};

/** The result of Add Ticket. */
export function CreatedDialog({ ticket, origin, wait }: CreatedDialogProps) {
  const say = useSay();
  const locale = useLocale();
  const [shown, setShown] = useState(!wait);
  const more = say("ticket.addMore");
  useEffect(() => {
    const timer = setTimeout(() => {
      setShown(true);
      show(more, "info", "add-more");
    }, waitMs);
    return () => clearTimeout(timer);
  }, [more]);
  if (!shown) return null;
  const link = `${origin}/ServiceStatus/?${ticket.id}`;
  const words = say("center.created.share", { service: ticket.service, number: ticket.number, link });
  return (
    <AddressDialog title={say("booking.success.title")} closeTo="/AddTicket">
      {!ticket.serviceAvailable && (
        <div className="mb-3">
          <Note tone="warm">{say("booking.noService")}</Note>
        </div>
      )}
      <Facts
        facts={[
          { label: say("booking.success.ticketId"), value: ticket.number },
          { label: say("booking.success.status"), value: statusWord(ticket.displayedStatus, say) },
          { label: say("booking.success.createdAt"), value: showDateTime(ticket.createdAt, locale) },
          {
            label: say("booking.success.link"),
            value: (
              <a href={link} className="link break-all">
                {say("booking.success.open")}
              </a>
            ),
          },
        ]}
      />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/AddTicket" icon="plus">
          {more}
        </ButtonLink>
        <ButtonLink tone="quiet" to={`/tickets-center?ticket=${ticket.id}`}>
          {say("center.offers.toTicket")}
        </ButtonLink>
        <CopyButton text={link} label={say("booking.success.copy")} copied={say("booking.success.copied")} />
        <ShareLink text={words} phone={ticket.phone}>
          {say("booking.success.share")}
        </ShareLink>
      </div>
    </AddressDialog>
  );
}
