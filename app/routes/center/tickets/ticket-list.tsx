import { useLocation } from "@remix-run/react";
import { ListScreen } from "#app/parts/lists/list-screen.tsx";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { PhoneLink } from "#app/parts/tickets/customer.tsx";
import { LabelChip, StatusChip } from "#app/parts/tickets/status-chips.tsx";
import { type TicketFilter, TicketFilters } from "#app/parts/tickets/ticket-filters.tsx";
import { showVisit } from "#app/parts/tickets/words.ts";
import { FromCustomer } from "#app/parts/visits/from-customer.tsx";
import { useAddress } from "#app/ui/base/address.tsx";
import { ButtonLink, buttonLook } from "#app/ui/base/button.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { Cut, cellText, type Looks, Moment } from "#app/ui/list/columns.tsx";
import type { Pages } from "#app/ui/list/paging.tsx";
import type { ShownTable } from "#app/ui/list/table.tsx";
import { LiveHint } from "#app/ui/shell/live.tsx";
import { rupees } from "#modules/kernel/money.ts";
import { type Act, actLabel } from "./ticket-acts.ts";
import type { ListedTicket } from "./view.server.ts";

type TicketListProps = {
  table: ShownTable<ListedTicket>;
  pages: Pages;
  filter: TicketFilter;
};

/** The center's requests with displayed status and broadcast label (R198–R213, R228, R252). */
export function TicketList({ table, pages, filter }: TicketListProps) {
  const say = useSay();
  const nameOf = useName();
  const addressOf = useAddress();
  const locale = useLocale();
  const here = useLocation();
  const detailOf = ({ id }: ListedTicket) => addressWith(here, { ticket: id, act: null, of: null });
  const looks: Looks<ListedTicket> = {
    number: {
      show: (row) => (
        <>
          <Link className="link font-semibold" to={detailOf(row)}>
            {cellText(row.cells.number)}
          </Link>
          <Moment className="block text-xs text-soft" at={row.cells.created} locale={locale} />
        </>
      ),
    },
    status: {
      show: ({ id, status, label, acts, noteAt }) => (
        <span className="flex flex-col items-start gap-1 xl:min-w-44">
          <StatusChip status={status} />
          <LabelChip label={label} />
          {acts.split(" ").includes("answerTime") && (
            <Link preventScrollReset to={addressWith(here, { act: "answerTime", of: id })}>
              <Chip tone="warm">{say("center.ticket.otherTime")}</Chip>
            </Link>
          )}
          <FromCustomer wantsOtherTime={false} noteAt={noteAt} />
        </span>
      ),
    },
    service: {
      show: ({ cells }) => (
        <>
          <Cut className="block md:min-w-28" text={nameOf(cellText(cells.service))} />
          {cells.technician && (
            <span className="text-soft">{say("center.ticket.by", { name: cellText(cells.technician) })}</span>
          )}
        </>
      ),
    },
    when: {
      show: ({ cells }) => (cells.visit instanceof Date ? showVisit(cells.visit, locale) : cellText(cells.when)),
    },
    customer: {
      show: ({ cells }) => (
        <>
          <span className="block">{cellText(cells.customer)}</span>
          <PhoneLink phone={cellText(cells.phone)} />
          <Cut className="block text-soft" text={addressOf(cellText(cells.place))} />
        </>
      ),
    },
    paidByTechnician: {
      show: ({ cells, chargedPaise }) => (
        <>
          {cellText(cells.paidByTechnician)}
          {chargedPaise !== null && (
            <span className="block text-xs text-soft">
              {say("center.ticket.chargedOf", { amount: rupees(chargedPaise) })}
            </span>
          )}
        </>
      ),
    },
    created: { within: "number" },
    origin: { within: "status" },
    visit: { within: "when" },
    technician: { within: "service" },
    phone: { within: "customer" },
    place: { within: "customer" },
  };
  return (
    <ListScreen
      title={say("center.menu.tickets")}
      table={table}
      looks={looks}
      open={detailOf}
      acts={(row) => <RowActs row={row} />}
      pages={pages}
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

/** The next step as a button, the other actions in a menu. */
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
        <details>
          <summary
            className={buttonLook({
              tone: "quiet",
              small: true,
              className: "list-none [&::-webkit-details-marker]:hidden",
            })}
            aria-label={say("center.act.moreOf", { number: cellText(row.cells.number) })}
          >
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
  const tone = act === "delete" ? "danger" : main ? "main" : "quiet";
  return (
    <Link
      preventScrollReset
      className={buttonLook({ tone, small: true })}
      to={addressWith(here, { act, of: row.id })}
      aria-label={say("center.act.of", { act: actLabel(act, say), number: cellText(row.cells.number) })}
    >
      {actLabel(act, say)}
    </Link>
  );
}
