import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { isClient } from "#modules/kernel/actor.ts";
import { needMay } from "#modules/tickets/index.ts";
import { RequestForm, UpdateRequestForm } from "#modules/tickets/shared.ts";
import { requestActions } from "./actions.server.ts";
import { AddRequest, UpdateRequest } from "./request-form.tsx";
import { addView, editView, FormQuery } from "./view.server.ts";

export const handle = {
  title: (view: { edited?: unknown }) => (view.edited ? "request.form.edit" : "common.addRequest"),
} satisfies Handle;

/** R266, R280: empty, or filled with the request named by `edit`; admins of a client add in a form of their own. */
export const loader = adminPage({ can: "any admin", query: FormQuery }, async (admin, { edit, created }, door) => {
  if (edit) return editView(admin, edit, door);
  needMay(admin, "addRequests");
  if (isClient(admin)) throw door.go("/add-client-ticket");
  return addView(admin, { created }, door);
});
export const action = requestActions;

/** Add Request and Update ticket (001 §2). */
export default function OperatorsForm() {
  const view = useLoaderData<typeof loader>();
  if ("edited" in view) return <UpdateRequest view={view} schema={UpdateRequestForm} />;
  return <AddRequest view={view} schema={RequestForm} formAt="/admin-ticket" />;
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
