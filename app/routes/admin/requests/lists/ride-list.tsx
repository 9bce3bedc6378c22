import { DeskListScreen, Numbered } from "#app/parts/desk-list/desk-list.tsx";
import type { DeskView } from "#app/parts/desk-list/desk-view.server.ts";
import { Status } from "#app/parts/tickets/status.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import type { ColumnLook } from "#app/ui/desk/grid.tsx";
import { cellText, type ListRow } from "#app/ui/list/columns.tsx";
import { showDayTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { RideExtra } from "./other-desks.server.ts";

type Row = ListRow & RideExtra;

/** E-rickshaw requests (R260): agreed at the vehicle, so nothing is done with them here. */
export function RideList({ view }: { view: DeskView<RideExtra> }) {
  const locale = useLocale();
  const looks: Record<string, ColumnLook<Row>> = {
    created: {
      width: "92px",
      look: "soft",
      show: ({ cells }) => (cells.created instanceof Date ? showDayTime(cells.created, locale) : "-"),
    },
    number: { width: "130px", look: "id", onCard: true, show: (row) => <Numbered number={row.number} /> },
    status: { width: "100px", onCard: true, show: (row) => <Status status={row.status} /> },
    customer: {
      width: "112px",
      show: ({ cells, phone }) => (
        <span className="lines">
          {cellText(cells.customer)} <span className="soft">{phone}</span>
        </span>
      ),
    },
    route: { width: "164px", look: "soft" },
    pincode: { width: "66px", look: "soft" },
    driver: { width: "100px" },
    qrId: { width: "76px", look: "soft" },
    fare: { width: "66px" },
    mode: { width: "92px", look: "soft" },
  };
  return (
    <DeskListScreen<Row>
      view={view}
      looks={looks}
      nameOf={({ number }) => number}
      card={({ phone, cells }) => (
        <>
          <span className="who">{`${cellText(cells.customer)} ${phone}`}</span>
          <span className="sum">
            {rupees(Number(cells.fare))}
            <small>{cellText(cells.mode)}</small>
          </span>
          <span className="what">{[cells.route, cells.driver].filter(Boolean).join(" · ")}</span>
        </>
      )}
    />
  );
}
