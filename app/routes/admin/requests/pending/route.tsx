import { useLoaderData } from "@remix-run/react";
import { deskPage } from "#app/parts/lists/desk-view.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { pendingDesk, requestActions } from "../lists/request-desks.server.ts";
import { RequestList } from "../lists/request-list.tsx";

export const handle = { title: "lists.pending", fills: true } satisfies Handle;

export const loader = deskPage(pendingDesk);
export const action = requestActions(pendingDesk);

/** Pending Requests (001 §2). */
export default function PendingRequests() {
  return <RequestList view={useLoaderData<typeof loader>()} />;
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
