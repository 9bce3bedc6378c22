import { useLoaderData } from "@remix-run/react";
import { centerPage } from "#app/http/page.server.ts";
import type { Handle } from "#app/ui/handle.ts";
import { keptOpen, unlessUnreachable } from "#app/ui/kept-open.ts";
import { TicketDetailPage } from "./ticket-detail.tsx";
import { TicketDialog } from "./ticket-dialog.tsx";
import { TicketList } from "./ticket-list.tsx";
import { ticketsAction } from "./tickets-actions.server.ts";
import { TicketsQuery, ticketsView } from "./tickets-view.server.ts";

export const handle = { title: "center.menu.tickets" } satisfies Handle;

export const loader = centerPage({ query: TicketsQuery }, ticketsView);
export const action = ticketsAction;
export const shouldRevalidate = unlessUnreachable;
export const clientAction = keptOpen({ complete: "job.failed", close: "job.failed" });

/** Tickets: the requests of this center, one of them in detail, and what can be done with them. */
export default function Tickets() {
  const { list, filter, detail, dialog, origin } = useLoaderData<typeof loader>();
  return (
    <>
      {detail ? <TicketDetailPage ticket={detail} origin={origin} /> : list && <TicketList {...list} filter={filter} />}
      {dialog && <TicketDialog key={`${dialog.act} ${dialog.ticket?.id}`} dialog={dialog} />}
    </>
  );
}

export { ErrorBoundary } from "#app/ui/page-error.tsx";
