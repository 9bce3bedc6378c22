import { DeskListScreen, Numbered } from "#app/parts/lists/desk-list.tsx";
import type { DeskView } from "#app/parts/lists/desk-view.server.ts";
import { Status } from "#app/parts/tickets/status.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { cellText, type ListRow, type Looks } from "#app/ui/list/columns.tsx";
import { CardName, CardSum, CardText } from "#app/ui/list/row-card.tsx";
import { showDayTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { RideExtra } from "./other-desks.server.ts";

type Row = ListRow & RideExtra;

/** E-rickshaw requests (R260): agreed at the vehicle, so nothing is done with them here. */
export function RideList({ view }: { view: DeskView<RideExtra> }) {
  const locale = useLocale();
  const looks: Looks<Row> = {
    created: {
      look: "soft",
      show: ({ cells }) => (cells.created instanceof Date ? showDayTime(cells.created, locale) : "-"),
    },
    number: { look: "id", onCard: true, show: (row) => <Numbered number={row.number} /> },
    status: { onCard: true, show: (row) => <Status status={row.status} /> },
    customer: {
      show: ({ cells, phone }) => (
        <span className="lines">
          {cellText(cells.customer)} <span className="soft">{phone}</span>
        </span>
      ),
    },
    route: { look: "soft" },
    pincode: { look: "soft" },
    qrId: { look: "soft" },
    mode: { look: "soft" },
  };
  return (
    <DeskListScreen<Row>
      view={view}
      looks={looks}
      nameOf={({ number }) => number}
      card={({ phone, cells }) => (
        <>
          <CardName>{`${cellText(cells.customer)} ${phone}`}</CardName>
          <CardSum>
            {rupees(Number(cells.fare))}
            <small>{cellText(cells.mode)}</small>
          </CardSum>
          <CardText>{[cells.route, cells.driver].filter(Boolean).join(" · ")}</CardText>
        </>
      )}
    />
  );
}
