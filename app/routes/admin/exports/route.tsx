import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import { preparedFilesOf } from "#app/parts/lists/prepared-files.server.ts";
import { PreparedFiles } from "#app/parts/lists/prepared-files.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";

export const handle = { title: "common.preparedFiles" } satisfies Handle;

export const loader = adminPage({ can: "any admin" }, preparedFilesOf);

/** An admin's export files of long lists. */
export default function AdminFiles() {
  const begin = { to: "/Tickets", label: useSay()("desk.menu.allRequests") };
  return <PreparedFiles {...useLoaderData<typeof loader>()} fileAt="/admin-exports/files" begin={begin} />;
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
