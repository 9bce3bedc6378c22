import { useLocation } from "@remix-run/react";
import { ButtonLink } from "#app/ui/button.tsx";
import { Chip } from "#app/ui/chip.tsx";
import { Cut, columns } from "#app/ui/columns.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { LiveHint } from "#app/ui/live.tsx";
import { useLocale } from "#app/ui/locale.ts";
import { NearLink } from "#app/ui/near.tsx";
import { useSay } from "#app/ui/say.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { addressWith } from "./addresses.ts";
import { PhoneLink } from "./customer.tsx";
import { type Act, actLabel } from "./ticket-acts.ts";
import { type TicketFilter, TicketFilters } from "./ticket-filters.tsx";
import type { ListedTicket } from "./tickets-view.server.ts";
import { labelTone, labelWord, statusTone, statusWord } from "./words.ts";

type TicketListProps = {
  rows: readonly ListedTicket[];
  next: string | null;
  filter: TicketFilter;
};

/** The center's requests with displayed status and broadcast label (R198–R213, R228, R252). */
export function TicketList({ rows, next, filter }: TicketListProps) {
  const say = useSay();
  const locale = useLocale();
  const here = useLocation();
  const c = columns<ListedTicket>(locale);
  const list = [
    c.own(say("center.ticket.request"), (row) => (
      <>
        <NearLink className="link font-semibold" to={addressWith(here, { ticket: row.id, act: null, of: null })}>
          {row.number}
        </NearLink>
        <time className="block text-xs text-soft" dateTime={row.createdAt.toISOString()}>
          {showDateTime(row.createdAt, locale)}
        </time>
      </>
    )),
    c.own(say("center.ticket.status"), (row) => (
      <span className="flex flex-col items-start gap-1">
        <Chip tone={statusTone(row.displayedStatus)}>{statusWord(row.displayedStatus, say)}</Chip>
        <Chip tone={labelTone(row.broadcastLabel)}>{labelWord(row.broadcastLabel, say)}</Chip>
      </span>
    )),
    c.own(say("center.ticket.service"), (row) => (
      <>
        <Cut className="block md:min-w-28" text={row.service} />
        {row.technician && <span className="text-soft">{say("center.ticket.by", { name: row.technician })}</span>}
      </>
    )),
    c.own(say("center.ticket.customer"), (row) => (
      <>
        <span className="block">{row.name}</span>
        <PhoneLink phone={row.phone} />
        <Cut className="block text-soft" text={row.address} />
      </>
    )),
    c.text("paidByPublic", say("center.ticket.paidByPublic")),
    c.text("paidByTechnician", say("center.ticket.paidByTechnician")),
  ].map((column, at) => (at >= 4 ? { ...column, figures: true } : column));
  return (
    <ListPage
      title={say("center.menu.tickets")}
      rows={rows}
      columns={list}
      acts={(row) => <RowActs row={row} />}
      next={next}
      beside={["act", "of"]}
      actions={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <LiveHint />
          <ButtonLink to="/AddTicket" icon="plus">
            {say("center.menu.addTicket")}
          </ButtonLink>
        </div>
      }
      filters={<TicketFilters filter={filter} />}
      exports="/exports/tickets"
      empty={{
        title: say("center.ticket.empty"),
        action: (
          <ButtonLink tone="quiet" to="/brodcast-requests">
            {say("center.menu.newTickets")}
          </ButtonLink>
        ),
      }}
    />
  );
}

/** The next step as a button, the others behind it. */
function RowActs({ row }: { row: ListedTicket }) {
  const say = useSay();
  const offered = row.acts.split(" ").filter(Boolean) as Act[];
  const first = offered.find((act) => ["assign", "complete", "rebook"].includes(act));
  const rest = offered.filter((act) => act !== first);
  if (first && rest.length === 0) return <ActLink act={first} row={row} main={first !== "rebook"} />;
  return (
    <div className="flex flex-wrap items-start gap-2">
      {first && <ActLink act={first} row={row} main={first !== "rebook"} />}
      {rest.length > 0 && (
        <details className="more">
          <summary className="btn btn-quiet btn-small" aria-label={say("center.act.moreOf", { number: row.number })}>
            {say("center.act.more")}
          </summary>
          <div className="mt-2 grid justify-items-start gap-2">
            {rest.map((act) => (
              <ActLink key={act} act={act} row={row} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

function ActLink({ act, row, main }: { act: Act; row: ListedTicket; main?: boolean }) {
  const say = useSay();
  const here = useLocation();
  const tone = act === "delete" ? "btn-danger" : main ? "btn-main" : "btn-quiet";
  return (
    <NearLink
      stay
      className={`btn btn-small ${tone}`}
      to={addressWith(here, { act, of: row.id })}
      aria-label={say("center.act.of", { act: actLabel(act, say), number: row.number })}
    >
      {actLabel(act, say)}
    </NearLink>
  );
}
