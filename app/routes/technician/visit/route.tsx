import { useLoaderData } from "@remix-run/react";
import { technicianActions, technicianPage } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { privateMeta } from "#app/parts/login/private-link.ts";
import { keepPictures, pictureFiles, picturesIntent } from "#app/parts/tickets/keep-pictures.server.ts";
import { visitPath } from "#app/parts/visits/paths.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import {
  closeAbsent,
  closeTicket,
  logCall,
  sendStartCode,
  setOnTheWay,
  setReached,
  startVisit,
} from "#modules/tickets/index.ts";
import { CloseTicket, StartVisit, TicketRef, workDone } from "#modules/tickets/shared.ts";
import { Finish } from "./finish.tsx";
import { Go } from "./go.tsx";
import { Nobody } from "./nobody.tsx";
import { Closed, Ended } from "./over.tsx";
import { Photos } from "./photos.tsx";
import { Start } from "./start.tsx";
import { VisitQuery, type VisitView, visitView } from "./view.server.ts";

/** Green where the work was done. */
const speaks = ({ step, visit }: VisitView) =>
  step === "closed" && workDone(visit.closeRemarks ?? "") ? "good" : true;

export const handle = { public: true, title: "visits.title", band: speaks } satisfies Handle;
export const meta = privateMeta;

/** /visits/{request}: one visit of a technician, a step at a time. */
export const loader = technicianPage({ query: VisitQuery }, visitView);

/** Each is the verb that the technician's API calls have too. */
export const action = technicianActions({
  onTheWay: {
    limit: formLimit,
    input: TicketRef,
    run: setOnTheWay,
    once: "in its transaction",
    say: "ticket.onTheWay",
    to: ({ ticketId }) => visitPath(ticketId),
  },
  start: {
    limit: formLimit,
    input: StartVisit,
    run: startVisit,
    once: "in its transaction",
    say: "startCode.accepted",
    to: ({ ticketId }) => visitPath(ticketId),
  },
  sendCode: {
    limit: formLimit,
    input: TicketRef,
    run: sendStartCode,
    once: "in its transaction",
    say: "startCode.sentAgain",
    to: ({ ticketId }) => visitPath(ticketId, "start"),
  },
  reached: {
    limit: formLimit,
    input: TicketRef,
    run: setReached,
    once: "in its transaction",
    say: "visit.reached",
    to: ({ ticketId }) => visitPath(ticketId, "nobody"),
  },
  logCall: {
    limit: formLimit,
    input: TicketRef,
    run: logCall,
    once: "in its transaction",
    say: "visit.called",
    to: ({ ticketId }) => visitPath(ticketId, "nobody"),
  },
  absent: {
    limit: formLimit,
    input: TicketRef,
    run: closeAbsent,
    once: "in its transaction",
    say: "visit.absent",
    to: ({ ticketId }) => visitPath(ticketId),
  },
  picture: { ...picturesIntent, to: ({ ticketId }) => visitPath(ticketId, "photos") },
  finish: {
    limit: formLimit,
    files: pictureFiles,
    prepare: async (technician, fields) => void (await keepPictures(technician, fields)),
    input: CloseTicket,
    run: closeTicket,
    once: "in its transaction",
    to: ({ ticketId }) => visitPath(ticketId),
  },
});

export default function VisitPage() {
  const view = useLoaderData<typeof loader>() as VisitView;
  const { visit } = view;
  switch (view.step) {
    case "go":
      return <Go visit={visit} />;
    case "start":
      return <Start visit={visit} waiting={view.waiting} />;
    case "nobody":
      return <Nobody visit={visit} waiting={view.waiting} />;
    case "photos":
      return <Photos visit={visit} />;
    case "finish":
      return <Finish visit={visit} />;
    case "closed":
      return <Closed visit={visit} day={view.day!} />;
    case "ended":
      return <Ended visit={visit} />;
  }
}
