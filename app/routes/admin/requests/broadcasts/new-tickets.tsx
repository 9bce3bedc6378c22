import { useLoaderData } from "@remix-run/react";
import { deskPage } from "#app/parts/lists/desk-view.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { OfferList } from "../lists/offer-list.tsx";
import { newTicketsDesk, plainActions } from "../lists/other-desks.server.ts";

export const handle = { title: "center.menu.newTickets", fills: true } satisfies Handle;

export const loader = deskPage(newTicketsDesk);
export const action = plainActions(newTicketsDesk);

/** The offers that wait for an answer (Q94). */
export default function NewTickets() {
  return <OfferList view={useLoaderData<typeof loader>()} />;
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
