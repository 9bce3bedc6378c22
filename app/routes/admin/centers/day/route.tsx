import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions, adminPage } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { DayPage } from "#app/parts/day/day-page.tsx";
import { afterDrop, agreeingView, DroppedVisit, withoutQuestion } from "#app/parts/day/moving.server.ts";
import type { DayLinks } from "#app/parts/day/visit-words.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { centerName } from "#modules/centers/index.ts";
import { missing } from "#modules/kernel/errors.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { idSaying } from "#modules/kernel/validation.ts";
import { agreeTime, assignTechnician, dayBoard } from "#modules/tickets/index.ts";
import { AgreeTime, DayQuery } from "#modules/tickets/shared.ts";
import { CenterPage } from "../center-page.tsx";

export const handle = { title: "day.title", fills: true } satisfies Handle;

const Query = z.object({ id: idSaying("error.notFound"), ...DayQuery.shape });

export const loader = adminPage({ can: "edit_ticket.full_access", query: Query }, async (admin, query) => {
  const { id, day, show, ...question } = query;
  const board = await dayBoard(admin, { centerId: id, day });
  const name = await centerName(id);
  if (!name) throw missing("center.notFound");
  const view = { board, shown: show, ...(await agreeingView(admin, question)) };
  return { centerId: id, name: nameFor(admin, name), view };
});

const editing = { can: "edit_ticket.full_access", limit: formLimit, once: "in its transaction" } as const;

export const action = adminActions({
  // Of a request that somebody has it is a reassignment.
  assign: {
    fresh: "work",
    ...editing,
    input: DroppedVisit,
    run: assignTechnician,
    say: "ticket.technicianAssigned",
    to: afterDrop,
  },
  agree: {
    fresh: none("Agrees a time, for no money"),
    ...editing,
    input: AgreeTime,
    run: agreeTime,
    say: "day.agreed",
    to: withoutQuestion,
  },
});

const intents = { assign: "assign", change: "assign" };

/** Where an operator assigns, agrees a time and adds a request, in a center's name. */
const links: DayLinks = {
  request: (ticketId) => `/view-ticket?ticketId=${ticketId}`,
  assign: (ticketId) => `/view-ticket?ticketId=${ticketId}&act=assign`,
  agree: (ticketId) => `/view-ticket?ticketId=${ticketId}&act=agreeTime`,
  add: "/admin-ticket",
};

/** The day of a center, for an operator. */
export default function CenterDay() {
  const { centerId, name, view } = useLoaderData<typeof loader>();
  const say = useSay();
  return (
    <CenterPage centerId={centerId} title={say("day.titleOf", { name })}>
      <DayPage {...view} links={links} intents={intents} heading="h2" />
    </CenterPage>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
