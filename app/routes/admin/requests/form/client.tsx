import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { ClientRequestForm } from "#modules/tickets/shared.ts";
import { clientRequestActions } from "./actions.server.ts";
import { AddRequest } from "./request-form.tsx";
import { AddQuery, addView } from "./view.server.ts";

export const handle = { title: "common.addRequest" } satisfies Handle;

export const loader = adminPage({ can: "add_ticket", query: AddQuery }, addView);
export const action = clientRequestActions;

/** Add Request with the short list of required fields, for requests of clients (R280, Q18). */
export default function ClientsForm() {
  const view = useLoaderData<typeof loader>();
  return <AddRequest view={view} schema={ClientRequestForm} formAt="/add-client-ticket" short />;
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
