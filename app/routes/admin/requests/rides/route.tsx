import { useLoaderData } from "@remix-run/react";
import { deskPage } from "#app/parts/lists/desk-view.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { plainActions, ridesDesk } from "../lists/other-desks.server.ts";
import { RideList } from "../lists/ride-list.tsx";

export const handle = { title: "lists.rides", fills: true } satisfies Handle;

export const loader = deskPage(ridesDesk);
export const action = plainActions(ridesDesk);

/** E-rickshaw requests (001 §2). */
export default function ERickshawRequests() {
  return <RideList view={useLoaderData<typeof loader>()} />;
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
