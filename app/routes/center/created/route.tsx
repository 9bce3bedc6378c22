import { useLoaderData, useLocation } from "@remix-run/react";
import { centerActions, centerPage } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { ListScreen } from "#app/parts/lists/list-screen.tsx";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { PhoneLink } from "#app/parts/tickets/customer.tsx";
import { Refusal } from "#app/parts/tickets/refusal.tsx";
import { LabelChip, StatusChip } from "#app/parts/tickets/status-chips.tsx";
import { TicketFilters } from "#app/parts/tickets/ticket-filters.tsx";
import { WantedTime } from "#app/parts/visits/wanted-time.tsx";
import { ButtonLink, buttonLook } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import type { Refused } from "#app/ui/base/refused.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { Cut, cellText, type Looks } from "#app/ui/list/columns.tsx";
import { conflict, DomainError } from "#modules/kernel/errors.ts";
import { broadcastTicket, deleteTicket, noOfferReason } from "#modules/tickets/index.ts";
import { DeleteTicket, TicketRef } from "#modules/tickets/shared.ts";
import { CreatedPage, createdView, type ListedCreated } from "./view.server.ts";

export const handle = {
  title: "center.created.title",
  failures: { broadcast: "ticket.broadcastFailed" },
} satisfies Handle;

export const loader = centerPage({ can: "desk", query: CreatedPage }, createdView);

export const action = centerActions({
  broadcast: {
    can: "desk",
    limit: formLimit,
    input: TicketRef,
    run: async (center, ticket, door) => {
      const nobody = noOfferReason(await broadcastTicket(center, ticket).catch(asFailed));
      door.toast(nobody ?? "ticket.broadcasted", undefined, nobody ? "warn" : "good");
      return door.go(addressWith(door.url, { broadcast: null }));
    },
    once: "in its transaction",
  },
  delete: {
    can: "desk",
    limit: formLimit,
    input: DeleteTicket,
    run: deleteTicket,
    once: "in its transaction",
    say: "ticket.deleted",
    to: (_input, { url }) => addressWith(url, { delete: null }),
  },
});

/** R179: whatever the conflict is, the center is told that the broadcast failed. */
function asFailed(error: unknown): never {
  if (error instanceof DomainError && error.kind === "conflict") throw conflict("ticket.broadcastFailed");
  throw error;
}

/** 'Ticket created by you, not assigned to you' with the columns of R144. */
export default function CreatedTickets() {
  const { table, pages, filter, toDelete, toBroadcast } = useLoaderData<typeof loader>();
  const say = useSay();
  const nameOf = useName();
  const here = useLocation();
  const refused = useAnswer<Refused>();
  const looks: Looks<ListedCreated> = {
    name: {
      show: ({ id, cells }) => (
        <>
          <span className="block font-semibold whitespace-normal">{cellText(cells.name)}</span>
          <Link className="link" to={`/tickets-center?ticket=${id}`}>
            {cellText(cells.number)}
          </Link>
        </>
      ),
    },
    email: { cut: 30 },
    phone: { show: ({ cells }) => <PhoneLink phone={cellText(cells.phone)} /> },
    by: { cut: 30 },
    address: { cut: 30 },
    origin: { show: ({ label }) => <LabelChip label={label} /> },
    status: {
      show: ({ displayedStatus }) => <StatusChip status={displayedStatus} />,
    },
    service: {
      show: ({ cells, wanted }) => (
        <>
          <Cut className="block" text={nameOf(cellText(cells.service))} />
          <WantedTime wanted={wanted} />
        </>
      ),
    },
    center: { cut: 30 },
    number: { within: "name" },
  };
  const add = (
    <ButtonLink to="/AddTicket" icon="plus">
      {say("center.menu.addTicket")}
    </ButtonLink>
  );
  return (
    <>
      {/* R180: a failure is also logged on the browser's console, for developers. */}
      {refused?.intent === "broadcast" && (
        <span key={refused.problem} hidden data-enhance="console-info" data-words={say("ticket.broadcastNotOk")} />
      )}
      <ListScreen
        title={say("center.created.title")}
        table={table}
        looks={looks}
        open={({ id }) => `/tickets-center?ticket=${id}`}
        paired
        acts={(row) => row.pending && <RowActs row={row} />}
        above={refused?.intent === "broadcast" && !toBroadcast && <Refusal refused={refused} />}
        pages={pages}
        ownParameters={["delete", "broadcast"]}
        filters={<TicketFilters filter={filter} />}
        exports="/exports/created-tickets"
        actions={add}
        empty={{ title: say("center.created.empty"), action: add }}
      />
      {toBroadcast && (
        <AddressDialog title={say("common.broadcast")} closeTo={addressWith(here, { broadcast: null })}>
          <ConfirmForm
            intent="broadcast"
            fields={{ ticketId: toBroadcast.id }}
            question={say("center.created.offerConfirm", {
              number: cellText(toBroadcast.cells.number),
              name: cellText(toBroadcast.cells.name),
            })}
            hint={say("center.created.offerFinal")}
            harmless
            act={say("common.broadcast")}
            noted={say("ticket.broadcastNotOk")}
            closeTo={addressWith(here, { broadcast: null })}
          />
        </AddressDialog>
      )}
      {toDelete && (
        <AddressDialog title={say("center.act.delete")} closeTo={addressWith(here, { delete: null })}>
          <ConfirmForm
            intent="delete"
            fields={{ ticketId: toDelete.id }}
            question={say("center.delete.confirm", {
              number: cellText(toDelete.cells.number),
              name: cellText(toDelete.cells.name),
            })}
            act={say("common.delete")}
            closeTo={addressWith(here, { delete: null })}
          />
        </AddressDialog>
      )}
    </>
  );
}

/** Broadcast to further centers while nobody has accepted it; deletable until work was begun. */
function RowActs({ row }: { row: ListedCreated }) {
  const say = useSay();
  const here = useLocation();
  const number = cellText(row.cells.number);
  return (
    <div className="flex flex-wrap items-start gap-2">
      {!row.assigned && (
        <Link
          preventScrollReset
          className={buttonLook({ tone: "quiet", small: true })}
          to={addressWith(here, { broadcast: row.id, delete: null })}
          aria-label={say("center.act.of", { act: say("common.broadcast"), number })}
        >
          {say("common.broadcast")}
        </Link>
      )}
      <Link
        preventScrollReset
        className={buttonLook({ tone: "danger", small: true })}
        to={addressWith(here, { delete: row.id, broadcast: null })}
        aria-label={say("center.act.of", { act: say("common.delete"), number })}
      >
        {say("common.delete")}
      </Link>
    </div>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
