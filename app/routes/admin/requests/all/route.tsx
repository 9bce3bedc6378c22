import { useLoaderData } from "@remix-run/react";
import { deskPage } from "#app/parts/lists/desk-view.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { allDesk, requestActions } from "../lists/request-desks.server.ts";
import { RequestList } from "../lists/request-list.tsx";

export const handle = { title: "common.requests", fills: true } satisfies Handle;

export const loader = deskPage(allDesk);
export const action = requestActions(allDesk);

/** All Requests (001 §2). */
export default function AllRequests() {
  return <RequestList view={useLoaderData<typeof loader>()} />;
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
