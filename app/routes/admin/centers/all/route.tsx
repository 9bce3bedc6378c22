import { useLoaderData } from "@remix-run/react";
import { adminActions } from "#app/http/doors/page.server.ts";
import { centersDesk } from "#app/parts/centers/centers-desk.server.ts";
import { listIntents } from "#app/parts/lists/desk-actions.server.ts";
import { deskPage } from "#app/parts/lists/desk-view.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { centerIntents } from "../acts/actions.server.ts";
import { CenterList } from "../acts/center-list.tsx";
import { centerFailures } from "../acts/failures.ts";

export const handle = { title: "centers.all", fills: true, failures: centerFailures } satisfies Handle;

export const loader = deskPage(centersDesk);
export const action = adminActions({ ...centerIntents(), ...listIntents(centersDesk) });

/** All Centers (R374–R379); a row opens its requests (R377). */
export default function AllCenters() {
  return <CenterList view={useLoaderData<typeof loader>()} opens="requests" />;
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
