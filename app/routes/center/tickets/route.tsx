import { useLoaderData } from "@remix-run/react";
import { centerPage } from "#app/http/doors/page.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { ticketsAction } from "./actions.server.ts";
import { TicketDetailPage } from "./ticket-detail.tsx";
import { TicketDialog } from "./ticket-dialog.tsx";
import { TicketList } from "./ticket-list.tsx";
import { TicketsQuery, ticketsView } from "./view.server.ts";

export const handle = {
  title: "center.menu.tickets",
  failures: { complete: "job.failed", close: "job.failed" },
} satisfies Handle;

export const loader = centerPage({ can: "desk", query: TicketsQuery }, ticketsView);
export const action = ticketsAction;

/** Tickets: the requests of this center, or one in detail, with their actions. */
export default function Tickets() {
  const { list, filter, detail, needPictures, withheld, answer, dialog, origin } = useLoaderData<typeof loader>();
  return (
    <>
      {detail ? (
        <TicketDetailPage
          ticket={detail}
          needPictures={needPictures}
          withheld={withheld}
          answer={answer}
          origin={origin}
        />
      ) : (
        list && <TicketList {...list} filter={filter} />
      )}
      {dialog && <TicketDialog key={`${dialog.act} ${dialog.ticket?.id}`} dialog={dialog} />}
    </>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
