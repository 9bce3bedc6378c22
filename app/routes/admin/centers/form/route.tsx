import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { centerFormActions } from "./actions.server.ts";
import { CenterForm } from "./center-form.tsx";
import { CenterFormQuery, centerFormView } from "./view.server.ts";

export const handle = {
  title: ({ edited }: { edited?: unknown }) => (edited ? "centerForm.update" : "common.addCenter"),
  fills: true,
} satisfies Handle;

export const loader = adminPage({ can: "any admin", query: CenterFormQuery }, centerFormView);
export const action = centerFormActions;

/** Add Center and Update center (R385). */
export default function CenterFormPage() {
  const view = useLoaderData<typeof loader>();
  // Another center, or the next one after saving, begins with values of its own.
  return <CenterForm key={view.edited?.id ?? view.added} view={view} />;
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
