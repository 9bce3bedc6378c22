import { useLoaderData, useLocation } from "@remix-run/react";
import { centerActions, centerPage } from "#app/http/page.server.ts";
import { AddressDialog } from "#app/ui/address-dialog.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Chip } from "#app/ui/chip.tsx";
import { columns } from "#app/ui/columns.tsx";
import { ConfirmForm } from "#app/ui/confirm-form.tsx";
import type { Handle } from "#app/ui/handle.ts";
import { keptOpen, unlessUnreachable } from "#app/ui/kept-open.ts";
import { ListPage } from "#app/ui/list-page.tsx";
import { useLocale } from "#app/ui/locale.ts";
import { NearLink } from "#app/ui/near-link.tsx";
import { useSay } from "#app/ui/say.tsx";
import type { CreatedTicket } from "#modules/tickets/index.ts";
import { deleteTicket } from "#modules/tickets/index.ts";
import { DeleteTicket } from "#modules/tickets/shared.ts";
import { addressWith } from "./addresses.ts";
import { CreatedPage, createdView } from "./created-view.server.ts";
import { TicketFilters } from "./ticket-filters.tsx";
import { labelTone, labelWord, statusTone, statusWord } from "./words.ts";

export const handle = { title: "center.created.title" } satisfies Handle;

export const loader = centerPage({ query: CreatedPage }, createdView);

export const action = centerActions({
  delete: {
    input: DeleteTicket,
    run: deleteTicket,
    once: "in its transaction",
    say: "ticket.deleted",
    to: (_input, { url }) => addressWith(url, { delete: null }),
  },
});

export const clientAction = keptOpen();
export const shouldRevalidate = unlessUnreachable;

/** 'Ticket created by you, not assigned to you' with the columns of R144. */
export default function CreatedTickets() {
  const { rows, next, filter, toDelete } = useLoaderData<typeof loader>();
  const say = useSay();
  const here = useLocation();
  const c = columns<CreatedTicket>(useLocale());
  const list = [
    c.own(say("center.created.name"), ({ id, name, number }) => (
      <>
        <span className="block font-semibold">{name}</span>
        <NearLink className="link" to={`/tickets-center?ticket=${id}`}>
          {number}
        </NearLink>
      </>
    )),
    c.text("email", say("center.created.email"), 30),
    c.phone("phone", say("center.created.phone")),
    c.text("createdByCenter", say("center.created.by"), 30),
    c.text("address", say("center.created.address"), 30),
    c.own(say("center.created.broadcast"), (row) => (
      <Chip tone={labelTone(row.broadcastLabel)}>{labelWord(row.broadcastLabel, say)}</Chip>
    )),
    c.own(say("center.created.status"), (row) => (
      <Chip tone={statusTone(row.displayedStatus)}>{statusWord(row.displayedStatus, say)}</Chip>
    )),
    c.text("service", say("center.created.service"), 30),
    c.text("assignedCenter", say("center.created.center"), 30),
  ];
  const add = (
    <ButtonLink to="/AddTicket" icon="plus">
      {say("center.menu.addTicket")}
    </ButtonLink>
  );
  return (
    <>
      <ListPage
        title={say("center.created.title")}
        rows={rows}
        columns={list}
        acts={(row) =>
          row.status === "PENDING" && (
            <NearLink stay className="btn btn-danger btn-small" to={addressWith(here, { delete: row.id })}>
              {say("center.delete")}
            </NearLink>
          )
        }
        next={next}
        beside={["delete"]}
        filters={<TicketFilters filter={filter} />}
        exports="/exports/created-tickets"
        actions={add}
        empty={{ title: say("center.created.empty"), action: add }}
      />
      {toDelete && (
        <AddressDialog title={say("center.act.delete")} closeTo={addressWith(here, { delete: null })}>
          <ConfirmForm
            intent="delete"
            fields={{ ticketId: toDelete.id }}
            question={say("center.delete.confirm", { number: toDelete.number, name: toDelete.name })}
            act={say("center.delete")}
            closeTo={addressWith(here, { delete: null })}
          />
        </AddressDialog>
      )}
    </>
  );
}

export { ErrorBoundary } from "#app/ui/page-error.tsx";
