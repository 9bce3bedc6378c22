import { useLoaderData } from "@remix-run/react";
import { deskPage } from "#app/parts/lists/desk-view.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { allClientDesk, requestActions } from "../lists/request-desks.server.ts";
import { RequestList } from "../lists/request-list.tsx";

export const handle = { title: "lists.ofClients", fills: true } satisfies Handle;

export const loader = deskPage(allClientDesk);
export const action = requestActions(allClientDesk);

/** All client requests (001 §2). */
export default function AllClientRequests() {
  return <RequestList view={useLoaderData<typeof loader>()} />;
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
