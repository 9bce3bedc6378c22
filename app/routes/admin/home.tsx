import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/page.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { Handle } from "#app/ui/handle.ts";
import { useSay } from "#app/ui/say.tsx";

export const handle = { title: "admin.home" } satisfies Handle;

export const loader = adminPage(({ name }) => ({ name }));

/** Where admins land: an honest word on what can be done here today. */
export default function AdminHome() {
  const { name } = useLoaderData<typeof loader>();
  const say = useSay();
  return (
    <>
      <h1 className="mb-6">{say("admin.home")}</h1>
      <EmptyState title={say("admin.homeEmptyTitle", { name })}>
        <p className="max-w-md text-soft">{say("admin.homeEmptyBody")}</p>
        <ButtonLink tone="quiet" reload to="/api/docs">
          {say("admin.homeDocs")}
        </ButtonLink>
      </EmptyState>
    </>
  );
}

export { ErrorBoundary } from "#app/ui/page-error.tsx";
