import { useLoaderData } from "@remix-run/react";
import { adminActions } from "#app/http/doors/page.server.ts";
import { onboardersDesk } from "#app/parts/centers/onboarders-desk.server.ts";
import { listIntents } from "#app/parts/lists/desk-actions.server.ts";
import { DeskListScreen } from "#app/parts/lists/desk-list.tsx";
import { deskPage } from "#app/parts/lists/desk-view.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { cellText, type Looks } from "#app/ui/list/columns.tsx";
import { CardName, CardNumber, CardText } from "#app/ui/list/row-card.tsx";

export const handle = { title: "onboarders.title", fills: true } satisfies Handle;

export const loader = deskPage(onboardersDesk);
export const action = adminActions(listIntents(onboardersDesk));

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number];

const formOf = ({ id }: Row) => `/admin-add-center-onboarder?edit=${id}`;

/** The onboarders (R412). */
export default function Onboarders() {
  const view = useLoaderData<typeof loader>();
  const say = useSay();
  const serviceOf = useName();
  const looks: Looks<Row> = {
    onboarderId: { look: "id" },
    name: { show: (row) => <b>{row.name}</b> },
    phone: { look: "soft" },
    states: { look: "soft", cut: 40 },
    cities: { look: "soft", cut: 40 },
  };
  return (
    <DeskListScreen<Row>
      view={view}
      looks={looks}
      nameOf={({ name }) => name}
      open={formOf}
      none={say("onboarders.none")}
      acts={(row) => (
        <Link className="d-btn" to={formOf(row)} aria-label={say("onboarders.editOf", { name: row.name })}>
          {say("onboarders.edit")}
        </Link>
      )}
      card={(row) => (
        <>
          <CardNumber>
            <Link to={formOf(row)}>
              <b>{row.name}</b>
            </Link>
          </CardNumber>
          <CardName>{[row.cells.onboarderId, row.cells.phone].filter(Boolean).join(" · ")}</CardName>
          <CardText>
            {[serviceOf(cellText(row.cells.services)), cellText(row.cells.cities)].filter(Boolean).join(" · ") || "-"}
          </CardText>
        </>
      )}
    />
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
