import { MoneyFoot, MoneyGrid, type MoneyTable, RequestLink } from "#app/parts/wallet/money-list.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { Filter } from "#app/ui/desk/filters.tsx";
import type { ColumnLook } from "#app/ui/desk/grid.tsx";
import { cellText, type ListRow } from "#app/ui/list/columns.tsx";
import { rupees } from "#modules/kernel/money.ts";
import { feePaperKinds, feeProducts } from "#modules/tickets/shared.ts";
import type { PaperExtra, PaymentsView } from "./view.server.ts";

type PaperRow = PaperExtra & ListRow;

/** The invoices and credit notes of what the operator sold; a number opens its PDF. */
export function PaperTable({ table, view }: { table: MoneyTable<PaperRow>; view: PaymentsView }) {
  const say = useSay();
  const file = (row: PaperRow) => (
    <a className="ref" href={`/fee-papers/${row.id}`}>
      {cellText(row.cells.number)}
    </a>
  );
  const kind = (row: PaperRow) => (
    <Chip tone={row.kind === "invoice" ? "good" : "warm"}>{cellText(row.cells.kind)}</Chip>
  );
  const looks: Record<string, ColumnLook<PaperRow>> = {
    date: { width: "92px", look: "soft" },
    number: { width: "134px", show: file },
    kind: { width: "104px", show: kind },
    product: { width: "116px" },
    ofInvoice: { width: "134px", look: "soft" },
    request: { width: "132px", show: RequestLink },
    total: { width: "84px" },
  };
  return (
    <>
      <MoneyGrid<PaperRow>
        table={table}
        looks={looks}
        nameOf={({ cells }) => cellText(cells.number)}
        card={(row) => (
          <>
            <span className="min-w-0 truncate">{file(row)}</span>
            {kind(row)}
            <span className="who">{cellText(row.cells.buyer)}</span>
            <span className="sum">{rupees(Number(row.cells.total))}</span>
            <span className="what">{cellText(row.cells.product)}</span>
          </>
        )}
        none={say("feePaper.none")}
        allDays={view.days.all}
      />
      <MoneyFoot table={table} />
    </>
  );
}

/** Which papers are shown: invoices or credit notes, and for what. */
export function PaperFilters({ view: { kind, product } }: { view: Pick<PaymentsView, "kind" | "product"> }) {
  const say = useSay();
  return (
    <>
      <Filter label={say("feePaper.kind")} value={kind ? say(`feePaper.kind.${kind}`) : undefined} names={["kind"]}>
        <label>
          {say("feePaper.kind")}
          <select name="kind" defaultValue={kind ?? ""}>
            <option value="">{say("center.filter.all")}</option>
            {feePaperKinds.map((each) => (
              <option key={each} value={each}>
                {say(`feePaper.kind.${each}`)}
              </option>
            ))}
          </select>
        </label>
      </Filter>
      <Filter
        label={say("feePaper.product")}
        value={product ? say(`feePaper.product.${product}`) : undefined}
        names={["product"]}
      >
        <label>
          {say("feePaper.product")}
          <select name="product" defaultValue={product ?? ""}>
            <option value="">{say("center.filter.all")}</option>
            {feeProducts.map((each) => (
              <option key={each} value={each}>
                {say(`feePaper.product.${each}`)}
              </option>
            ))}
          </select>
        </label>
      </Filter>
    </>
  );
}
