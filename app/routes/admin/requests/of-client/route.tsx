import { useLoaderData } from "@remix-run/react";
import { deskPage } from "#app/parts/lists/desk-view.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { clientDesk, requestActions } from "../lists/request-desks.server.ts";
import { RequestList } from "../lists/request-list.tsx";

export const handle = { title: "lists.ofClient", fills: true } satisfies Handle;

export const loader = deskPage(clientDesk);
export const action = requestActions(clientDesk);

/** Client requests (B2B) (001 §2). */
export default function ClientRequests() {
  return <RequestList view={useLoaderData<typeof loader>()} />;
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
