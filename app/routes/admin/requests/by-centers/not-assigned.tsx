import { useLoaderData } from "@remix-run/react";
import { deskPage } from "#app/parts/lists/desk-view.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { CreatedList } from "../lists/created-list.tsx";
import { createdElsewhereDesk, plainActions } from "../lists/other-desks.server.ts";

export const handle = { title: "center.created.title", fills: true } satisfies Handle;

export const loader = deskPage(createdElsewhereDesk);
export const action = plainActions(createdElsewhereDesk);

/** 'Ticket created by you, not assigned to you' of all centers (001 §2). */
export default function CreatedElsewhere() {
  return <CreatedList view={useLoaderData<typeof loader>()} />;
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
