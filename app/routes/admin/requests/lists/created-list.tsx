import { DeskListScreen, Numbered } from "#app/parts/lists/desk-list.tsx";
import type { DeskView } from "#app/parts/lists/desk-view.server.ts";
import { Status } from "#app/parts/tickets/status.tsx";
import { WantedTime } from "#app/parts/visits/wanted-time.tsx";
import { useAddress } from "#app/ui/base/address.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useName } from "#app/ui/base/site.ts";
import { cellText, type ListRow, type Looks } from "#app/ui/list/columns.tsx";
import { CardName, CardNumber, CardSum, CardText } from "#app/ui/list/row-card.tsx";
import { pageOf } from "../acts/acts.ts";
import type { CreatedExtra } from "./other-desks.server.ts";

type Row = ListRow & CreatedExtra;

const detailOf = ({ id }: Row) => pageOf("view", id)!;

const looks: Looks<Row> = {
  name: {
    look: "id",
    show: (row) => (
      <>
        <Link to={detailOf(row)}>
          <b>{cellText(row.cells.name)}</b>
        </Link>
        <WantedTime wanted={row.wanted} />
      </>
    ),
  },
  email: { look: "soft" },
  phone: { look: "soft" },
  address: { look: "soft", cut: 30 },
  origin: { look: "soft" },
  status: { show: (row) => <Status status={row.status} /> },
  service: { look: "soft", cut: 40 },
};

/** What centers created and do not have themselves (R144). */
export function CreatedList({ view }: { view: DeskView<CreatedExtra> }) {
  const addressOf = useAddress();
  const serviceOf = useName();
  return (
    <DeskListScreen<Row>
      view={view}
      looks={looks}
      nameOf={({ number }) => number}
      open={detailOf}
      card={(row) => (
        <>
          <CardNumber>
            <Numbered number={row.number} to={detailOf(row)} />
            <WantedTime wanted={row.wanted} />
          </CardNumber>
          <Status status={row.status} />
          <CardName>{cellText(row.cells.name)}</CardName>
          <CardSum />
          <CardText>
            {[serviceOf(cellText(row.cells.service)), row.cells.by, addressOf(cellText(row.cells.address))]
              .filter(Boolean)
              .join(" · ")}
          </CardText>
        </>
      )}
    />
  );
}
