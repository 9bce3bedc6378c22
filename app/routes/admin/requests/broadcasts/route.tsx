import { useLoaderData } from "@remix-run/react";
import { deskPage } from "#app/parts/lists/desk-view.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { OfferList } from "../lists/offer-list.tsx";
import { broadcastedDesk, plainActions } from "../lists/other-desks.server.ts";

export const handle = { title: "lists.broadcasted", fills: true } satisfies Handle;

export const loader = deskPage(broadcastedDesk);
export const action = plainActions(broadcastedDesk);

/** The broadcasted list with the centers disabled for broadcasts (001 §2). */
export default function BroadcastedList() {
  return <OfferList view={useLoaderData<typeof loader>()} />;
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
