import { ButtonLink } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { CopyButton } from "#app/ui/base/copy-button.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { ShareLink } from "#app/ui/base/share-link.tsx";
import { useName } from "#app/ui/base/site.ts";
import { Facts } from "#app/ui/detail/detail.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { trackingPath } from "./tracking-paths.ts";
import { statusText } from "./words.ts";

export type Created = {
  id: string;
  number: string;
  displayedStatus: string;
  createdAt: Date;
  serviceAvailable: boolean;
  phone: string;
  service: string;
};

/** R146, R277: the result is shown this long after the ticket was created, with the toast 'Add more ticket'. */
const waitMs = 2000;

type CreatedDialogProps = {
  ticket: Created;
  origin: string;
  /** The address of the empty form, and of the request itself; null for a reader who may not open it. */
  formAt: string;
  requestAt: string | null;
};

/** The result of Add Ticket and of Add Request (R473, R474). */
export function CreatedDialog({ ticket, origin, formAt, requestAt }: CreatedDialogProps) {
  const say = useSay();
  const nameOf = useName();
  const locale = useLocale();
  const more = say("ticket.addMore");
  const link = `${origin}/#${trackingPath(ticket.id)}`;
  const words = say("center.created.share", { service: nameOf(ticket.service), number: ticket.number, link });
  return (
    <AddressDialog title={say("booking.success.title")} closeTo={formAt} afterMs={waitMs}>
      <span hidden data-enhance="add-more" data-words={more} data-after={waitMs} />
      {!ticket.serviceAvailable && (
        <div className="mb-3">
          <Note tone="warm">{say("booking.noService")}</Note>
        </div>
      )}
      <Facts
        facts={[
          { label: say("booking.success.ticketId"), value: ticket.number },
          { label: say("booking.success.status"), value: statusText(ticket.displayedStatus, say) },
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
        <ButtonLink to={formAt} icon="plus">
          {more}
        </ButtonLink>
        {requestAt && (
          <ButtonLink tone="quiet" to={requestAt}>
            {say("center.offers.toTicket")}
          </ButtonLink>
        )}
        <CopyButton text={link} label={say("booking.success.copy")} copied={say("booking.success.copied")} />
        <ShareLink text={words} phone={ticket.phone}>
          {say("booking.success.share")}
        </ShareLink>
      </div>
    </AddressDialog>
  );
}
