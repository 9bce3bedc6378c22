import { useLoaderData, useLocation } from "@remix-run/react";
import { centerActions, centerPage } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { DayPage } from "#app/parts/day/day-page.tsx";
import type { DayLinks } from "#app/parts/day/visit-words.tsx";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { agreeTime, dayBoard, timesToAgree } from "#modules/tickets/index.ts";
import { AgreeTime, DayQuery } from "#modules/tickets/shared.ts";
import { AgreeDialog } from "./agree-dialog.tsx";

export const handle = { title: "day.title" } satisfies Handle;

export const loader = centerPage({ can: "desk", query: DayQuery }, async (center, { day, agree }) => ({
  board: await dayBoard(center, { day }),
  agreeing: agree ? await timesToAgree(center, agree) : null,
}));

export const action = centerActions({
  agree: {
    can: "desk",
    limit: formLimit,
    input: AgreeTime,
    once: "in its transaction",
    run: agreeTime,
    say: "day.agreed",
    to: (_input, { url }) => addressWith(url, { agree: null }),
  },
});

/** The day of the center: its technicians by windows, and what has no time yet. */
export default function Day() {
  const { board, agreeing } = useLoaderData<typeof loader>();
  const here = useLocation();
  const links: DayLinks = {
    request: (ticketId) => `/tickets-center?ticket=${ticketId}`,
    assign: (ticketId) => `/tickets-center?ticket=${ticketId}&act=assign`,
    agree: (ticketId) => addressWith(here, { agree: ticketId }),
    add: "/AddTicket",
  };
  return (
    <>
      <DayPage board={board} links={links} />
      {agreeing && <AgreeDialog agreeing={agreeing} />}
    </>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
