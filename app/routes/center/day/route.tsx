import { useLoaderData, useLocation } from "@remix-run/react";
import { centerActions, centerPage } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { DayPage } from "#app/parts/day/day-page.tsx";
import { afterDrop, agreeingView, DroppedVisit, withoutQuestion } from "#app/parts/day/moving.server.ts";
import type { DayLinks } from "#app/parts/day/visit-words.tsx";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { agreeTime, assignTechnician, changeTechnician, dayBoard } from "#modules/tickets/index.ts";
import { AgreeTime, DayQuery } from "#modules/tickets/shared.ts";
import { NewTickets } from "./new-tickets.tsx";
import { newestOffer } from "./newest-offer.server.ts";

export const handle = { title: "day.title" } satisfies Handle;

export const loader = centerPage({ can: "desk", query: DayQuery }, async (center, query, door) => {
  const { day, show, ...question } = query;
  const view = { board: await dayBoard(center, { day }), shown: show, ...(await agreeingView(center, question)) };
  return { view, offer: await newestOffer(center, door) };
});

const ofDesk = { can: "desk", limit: formLimit, once: "in its transaction" } as const;

export const action = centerActions({
  agree: { ...ofDesk, input: AgreeTime, run: agreeTime, say: "day.agreed", to: withoutQuestion },
  assign: {
    ...ofDesk,
    input: DroppedVisit,
    run: assignTechnician,
    say: "ticket.technicianAssigned",
    to: afterDrop,
  },
  change: {
    ...ofDesk,
    input: DroppedVisit,
    run: changeTechnician,
    say: "ticket.technicianChanged",
    to: afterDrop,
  },
});

const intents = { assign: "assign", change: "change" };

/** The day of the center: its technicians by windows, and what has no time yet. */
export default function Day() {
  const { view, offer } = useLoaderData<typeof loader>();
  const here = useLocation();
  const links: DayLinks = {
    request: (ticketId) => `/tickets-center?ticket=${ticketId}`,
    assign: (ticketId) => `/tickets-center?ticket=${ticketId}&act=assign`,
    agree: (ticketId) => addressWith(here, { agree: ticketId, at: null }),
    add: "/AddTicket",
  };
  return (
    <>
      {offer && <NewTickets offer={offer} />}
      <DayPage {...view} links={links} intents={intents} />
    </>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
