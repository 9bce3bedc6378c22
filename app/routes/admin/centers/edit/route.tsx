import { useLoaderData } from "@remix-run/react";
import { adminActions } from "#app/http/doors/page.server.ts";
import { centersToEditDesk } from "#app/parts/centers/centers-desk.server.ts";
import { listIntents } from "#app/parts/lists/desk-actions.server.ts";
import { deskPage } from "#app/parts/lists/desk-view.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { useQuery } from "#app/ui/base/query.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { centerIntents } from "../acts/actions.server.ts";
import { CenterList } from "../acts/center-list.tsx";
import { centerFailures } from "../acts/failures.ts";

export const handle = { title: "centers.edit", fills: true, failures: centerFailures } satisfies Handle;

export const loader = deskPage(centersToEditDesk);
export const action = adminActions({ ...centerIntents(), ...listIntents(centersToEditDesk) });

/** Centers to edit, found by phone (R383): empty until more than 3 characters are typed. */
export default function EditCenters() {
  const view = useLoaderData<typeof loader>();
  const say = useSay();
  const typed = useQuery().get("search")?.trim() ?? "";
  return <CenterList view={view} opens="page" none={typed.length > 3 ? undefined : say("centers.typeMore")} />;
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
