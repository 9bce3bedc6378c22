import { useLoaderData, useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { centerActions, centerPage } from "#app/http/page.server.ts";
import { AddressDialog } from "#app/ui/address-dialog.tsx";
import { useAnswer } from "#app/ui/answer.ts";
import { useBusy } from "#app/ui/busy.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Chip } from "#app/ui/chip.tsx";
import { columns } from "#app/ui/columns.tsx";
import { ConfirmForm } from "#app/ui/confirm-form.tsx";
import { Form } from "#app/ui/form.tsx";
import type { Handle } from "#app/ui/handle.ts";
import { keptOpen, unlessUnreachable } from "#app/ui/kept-open.ts";
import { ListPage } from "#app/ui/list-page.tsx";
import { useLocale } from "#app/ui/locale.ts";
import { NearLink } from "#app/ui/near.tsx";
import { useSay } from "#app/ui/say.tsx";
import { conflict, DomainError } from "#modules/kernel/errors.ts";
import type { CreatedTicket } from "#modules/tickets/index.ts";
import { broadcastTicket, deleteTicket } from "#modules/tickets/index.ts";
import { DeleteTicket, TicketRef } from "#modules/tickets/shared.ts";
import { addressWith } from "./addresses.ts";
import { CreatedPage, createdView } from "./created-view.server.ts";
import { Refusal, type Refused } from "./pay-panel.tsx";
import { TicketFilters } from "./ticket-filters.tsx";
import { labelTone, labelWord, statusTone, statusWord } from "./words.ts";

export const handle = { title: "center.created.title" } satisfies Handle;

export const loader = centerPage({ query: CreatedPage }, createdView);

export const action = centerActions({
  broadcast: {
    input: TicketRef,
    run: (center, ticket) => broadcastTicket(center, ticket).catch(asFailed),
    once: "in its transaction",
    say: "ticket.broadcasted",
  },
  delete: {
    input: DeleteTicket,
    run: deleteTicket,
    once: "in its transaction",
    say: "ticket.deleted",
    to: (_input, { url }) => addressWith(url, { delete: null }),
  },
});

/** R179: whatever speaks against it, the center reads that it did not happen. */
function asFailed(error: unknown): never {
  if (error instanceof DomainError && error.kind === "conflict") throw conflict("ticket.broadcastFailed");
  throw error;
}

export const clientAction = keptOpen({ broadcast: "ticket.broadcastFailed" });
export const shouldRevalidate = unlessUnreachable;

/** 'Ticket created by you, not assigned to you' with the columns of R144. */
export default function CreatedTickets() {
  const { rows, next, filter, toDelete } = useLoaderData<typeof loader>();
  const say = useSay();
  const here = useLocation();
  const refused = useAnswer<Refused>();
  const notOk = refused?.intent === "broadcast" ? say("ticket.broadcastNotOk") : undefined;
  // R180: said on the console too, for developers.
  useEffect(() => {
    if (notOk) console.info(notOk);
  }, [notOk]);
  const c = columns<CreatedTicket>(useLocale());
  const list = [
    c.own(say("center.created.name"), ({ id, name, number }) => (
      <>
        <span className="block font-semibold whitespace-normal">{name}</span>
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
        paired
        acts={(row) => row.status === "PENDING" && <RowActs row={row} />}
        above={refused?.intent === "broadcast" && <Refusal refused={refused} />}
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

/** Offered to centers that were not asked yet while nobody has it; deleted as long as nothing was begun. */
function RowActs({ row }: { row: CreatedTicket }) {
  const say = useSay();
  const here = useLocation();
  const busy = useBusy("broadcast", { ticketId: row.id });
  return (
    <div className="flex flex-wrap items-start gap-2">
      {!row.assignedCenter && (
        <Form intent="broadcast" preventScrollReset aria-busy={busy}>
          <input type="hidden" name="ticketId" value={row.id} />
          <Button
            tone="quiet"
            small
            disabled={busy}
            aria-label={say("center.act.of", { act: say("center.created.offer"), number: row.number })}
          >
            {say("center.created.offer")}
          </Button>
        </Form>
      )}
      <NearLink
        stay
        className="btn btn-danger btn-small"
        to={addressWith(here, { delete: row.id })}
        aria-label={say("center.act.of", { act: say("center.delete"), number: row.number })}
      >
        {say("center.delete")}
      </NearLink>
    </div>
  );
}

export { ErrorBoundary } from "#app/ui/page-error.tsx";
