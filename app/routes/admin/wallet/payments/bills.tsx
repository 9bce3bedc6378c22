import { ListFoot, ListRows, NoRowsOfDays, RequestLink } from "#app/parts/lists/list-rows.tsx";
import type { ListView } from "#app/parts/lists/list-view.server.ts";
import { TaxTotals } from "#app/parts/wallet/bills.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { cellText, type ListRow, type Looks } from "#app/ui/list/columns.tsx";
import { Filter } from "#app/ui/list/filters.tsx";
import { CardName, CardSum, CardText } from "#app/ui/list/row-card.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { serviceSuppliers } from "#modules/catalog/shared.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { BillExtra, BillsView, PaymentsView } from "./view.server.ts";

type BillRow = BillExtra & ListRow;

/** The bills of visits; a number opens the bill's PDF, a center's name leads to the bills of its series. */
export function BillTable({ table, bills, view }: { table: ListView<BillRow>; bills: BillsView; view: PaymentsView }) {
  const say = useSay();
  const to = useListAddress();
  const file = ({ ticketId, cells }: BillRow) =>
    ticketId ? (
      <a
        className="phone:text-13 phone:text-soft phone:tabular-nums"
        href={`/invoices/${ticketId}`}
        target="_blank"
        rel="noreferrer"
      >
        {cellText(cells.number)}
      </a>
    ) : (
      cellText(cells.number)
    );
  const supplier = ({ centerId, cells }: BillRow) =>
    centerId ? <Link to={to({ center: centerId })}>{cellText(cells.supplier)}</Link> : cellText(cells.supplier);
  const looks: Looks<BillRow> = {
    date: { look: "soft" },
    number: { show: file },
    supplier: { show: supplier },
    request: { show: RequestLink },
  };
  return (
    <>
      <TaxTotals
        className="grid flex-none grid-cols-[repeat(auto-fit,minmax(170px,1fr))] border-y border-line [&_dd]:font-semibold [&_dd]:tabular-nums [&_dt]:text-13 [&_dt]:text-soft [&>div]:px-4 [&>div]:py-2"
        totals={bills.totals}
      />
      <ListRows<BillRow>
        view={table}
        looks={looks}
        nameOf={({ cells }) => cellText(cells.number)}
        card={(row) => (
          <>
            <span className="min-w-0 truncate">{file(row)}</span>
            <CardName>{supplier(row)}</CardName>
            <CardSum>{rupees(Number(row.cells.total))}</CardSum>
            <CardText>
              <RequestLink {...row} />
            </CardText>
          </>
        )}
        none={<NoRowsOfDays words={say("visitBill.none")} allDays={view.days.all} />}
      />
      <ListFoot view={table} />
    </>
  );
}

/** Which bills are shown: of a financial year, of whose work, of which series or number; these are of all days. */
export function BillFilters({ bills: { year, years, supplier, center, number } }: { bills: BillsView }) {
  const say = useSay();
  const allDays = <input type="hidden" name="days" value="all" />;
  return (
    <>
      <Filter label={say("visitBill.year")} value={year ?? undefined} names={["year", "days"]}>
        <label>
          {say("visitBill.year")}
          <select name="year" defaultValue={year ?? ""}>
            <option value="">{say("common.all")}</option>
            {years.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        {allDays}
      </Filter>
      <Filter
        label={say("visitBill.suppliedBy")}
        value={supplier ? say(`visitBill.suppliedBy.${supplier}`) : undefined}
        names={["supplier"]}
      >
        <label>
          {say("visitBill.suppliedBy")}
          <select name="supplier" defaultValue={supplier ?? ""}>
            <option value="">{say("common.all")}</option>
            {serviceSuppliers.map((each) => (
              <option key={each} value={each}>
                {say(`visitBill.suppliedBy.${each}`)}
              </option>
            ))}
          </select>
        </label>
      </Filter>
      <Filter label={say("visitBill.number")} value={number ?? undefined} names={["number", "days"]} icon="search" find>
        <label>
          {say("visitBill.number")}
          <input name="number" defaultValue={number ?? ""} maxLength={16} autoComplete="off" placeholder="C12/26-27/" />
        </label>
        {allDays}
      </Filter>
      {center && (
        <Filter label={say("common.center")} value={center.name} names={["center"]}>
          <label>
            {say("common.center")}
            <select name="center" defaultValue={center.id}>
              <option value="">{say("common.all")}</option>
              <option value={center.id}>{center.name}</option>
            </select>
          </label>
        </Filter>
      )}
    </>
  );
}
