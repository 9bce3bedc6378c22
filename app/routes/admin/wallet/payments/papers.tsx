import { ListFoot, ListRows, NoRowsOfDays, RequestLink } from "#app/parts/lists/list-rows.tsx";
import type { ListView } from "#app/parts/lists/list-view.server.ts";
import { Chip } from "#app/ui/base/chip.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { cellText, type ListRow, type Looks } from "#app/ui/list/columns.tsx";
import { SelectFilter } from "#app/ui/list/filters.tsx";
import { CardName, CardSum, CardText } from "#app/ui/list/row-card.tsx";
import { rupees } from "#modules/kernel/money.ts";
import { feePaperKinds, feeProducts } from "#modules/tickets/shared.ts";
import type { PaperExtra, PaymentsView } from "./view.server.ts";

type PaperRow = PaperExtra & ListRow;

/** The invoices and credit notes of what the operator sold; a number opens its PDF. */
export function PaperTable({ table, view }: { table: ListView<PaperRow>; view: PaymentsView }) {
  const say = useSay();
  const file = (row: PaperRow) => (
    <a className="phone:text-13 phone:text-soft phone:tabular-nums" href={`/fee-papers/${row.id}`}>
      {cellText(row.cells.number)}
    </a>
  );
  const kind = (row: PaperRow) => (
    <Chip tone={row.kind === "invoice" ? "good" : "warm"}>{cellText(row.cells.kind)}</Chip>
  );
  const looks: Looks<PaperRow> = {
    date: { look: "soft" },
    number: { show: file },
    kind: { show: kind },
    ofInvoice: { look: "soft" },
    request: { show: RequestLink },
  };
  return (
    <>
      <ListRows<PaperRow>
        view={table}
        looks={looks}
        nameOf={({ cells }) => cellText(cells.number)}
        card={(row) => (
          <>
            <span className="min-w-0 truncate">{file(row)}</span>
            {kind(row)}
            <CardName>{cellText(row.cells.buyer)}</CardName>
            <CardSum>{rupees(Number(row.cells.total))}</CardSum>
            <CardText>{cellText(row.cells.product)}</CardText>
          </>
        )}
        none={<NoRowsOfDays words={say("feePaper.none")} allDays={view.days.all} />}
      />
      <ListFoot view={table} />
    </>
  );
}

/** Which papers are shown: invoices or credit notes, and for what. */
export function PaperFilters({ view: { kind, product } }: { view: Pick<PaymentsView, "kind" | "product"> }) {
  const say = useSay();
  return (
    <>
      <SelectFilter
        label={say("feePaper.kind")}
        name="kind"
        value={kind}
        options={feePaperKinds.map((each) => ({ value: each, label: say(`feePaper.kind.${each}`) }))}
        none={say("common.all")}
      />
      <SelectFilter
        label={say("feePaper.product")}
        name="product"
        value={product}
        options={feeProducts.map((each) => ({ value: each, label: say(`feePaper.product.${each}`) }))}
        none={say("common.all")}
      />
    </>
  );
}
