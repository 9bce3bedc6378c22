import { useLoaderData } from "@remix-run/react";
import { deskPage } from "#app/parts/lists/desk-view.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { centerDesk, requestActions } from "../lists/request-desks.server.ts";
import { RequestList } from "../lists/request-list.tsx";

export const handle = { title: "lists.byCenters", fills: true } satisfies Handle;

export const loader = deskPage(centerDesk);
export const action = requestActions(centerDesk);

/** Center requests, beside New Tickets and what centers created for others (001 §2). */
export default function CenterRequests() {
  return <RequestList view={useLoaderData<typeof loader>()} />;
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
