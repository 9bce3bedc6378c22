import { useLoaderData } from "@remix-run/react";
import { deskPage } from "#app/parts/lists/desk-view.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { OfferList } from "../lists/offer-list.tsx";
import { centersNewTicketsDesk, newTicketsActions } from "../lists/other-desks.server.ts";

export const handle = { title: "center.menu.newTickets", fills: true } satisfies Handle;

export const loader = deskPage(centersNewTicketsDesk);
export const action = newTicketsActions;

/** New Tickets beside the center requests (001 §2). */
export default function NewTicketsOfCenters() {
  return <OfferList view={useLoaderData<typeof loader>()} />;
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
