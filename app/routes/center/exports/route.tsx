import { useLoaderData } from "@remix-run/react";
import { centerPage } from "#app/http/doors/page.server.ts";
import { preparedFilesOf } from "#app/parts/lists/prepared-files.server.ts";
import { PreparedFiles } from "#app/parts/lists/prepared-files.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";

export const handle = { title: "common.preparedFiles" } satisfies Handle;

export const loader = centerPage({ can: "desk" }, preparedFilesOf);

/** A center's export files of long lists. */
export default function CenterFiles() {
  const begin = { to: "/tickets-center", label: useSay()("center.menu.tickets") };
  return <PreparedFiles {...useLoaderData<typeof loader>()} fileAt="/exports/files" begin={begin} />;
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
