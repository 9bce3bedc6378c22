import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { clientsActions } from "./actions.server.ts";
import { ClientForm } from "./client-form.tsx";
import { ClientsList } from "./clients-list.tsx";
import { ClientsQuery, clientsView } from "./view.server.ts";

export const handle = {
  title: ({ form }: { form?: { edited: unknown } | null }) =>
    form ? (form.edited ? "clients.editTitle" : "clients.add") : "clients.list",
  fills: true,
} satisfies Handle;

export const loader = adminPage({ can: "any admin", query: ClientsQuery }, clientsView);
export const action = clientsActions;

/** The clients, and the form that adds or changes one (R362, Q93). */
export default function ClientsPage() {
  const { form, list } = useLoaderData<typeof loader>();
  return form ? <ClientForm key={form.edited?.id ?? "new"} view={form} /> : list && <ClientsList view={list} />;
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
