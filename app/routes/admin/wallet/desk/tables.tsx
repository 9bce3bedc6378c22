import { ListFoot, ListRows, NoRowsOfDays, RequestLink } from "#app/parts/lists/list-rows.tsx";
import type { ListView } from "#app/parts/lists/list-view.server.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { cellText, type ListRow, type Looks } from "#app/ui/list/columns.tsx";
import { countInWords } from "#app/ui/list/counts.ts";
import { CardName, CardSum, CardText } from "#app/ui/list/row-card.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { GroupExtra, LineExtra, ManualExtra, WalletView } from "./view.server.ts";

type Shown = WalletView["shown"];
type GroupRow = GroupExtra & ListRow;
type LineRow = LineExtra & ListRow;
type ManualRow = ManualExtra & ListRow;
const money = (row: ListRow, id: string) => rupees(Number(row.cells[id] ?? 0));

/** The owners of wallets with their sums (R416, R417); a row opens its transactions. */
export function Groups({ table, view }: { table: ListView<GroupRow>; view: WalletView }) {
  const say = useSay();
  const to = useListAddress();
  const open = ({ id }: GroupRow) => to({ tab: view.tab, owner: id });
  const looks: Looks<GroupRow> = {
    name: {
      look: "id",
      show: (row) => (
        <Link to={open(row)} aria-label={say("walletDesk.open", { name: row.name })}>
          <b>{row.name}</b>
        </Link>
      ),
    },
    phone: { look: "soft" },
    last: { look: "soft" },
  };
  return (
    <>
      <ListRows<GroupRow>
        view={table}
        looks={looks}
        nameOf={({ name }) => name}
        open={open}
        card={(row) => (
          <>
            <CardName>
              <Link to={open(row)} aria-label={say("walletDesk.open", { name: row.name })}>
                {row.name}
              </Link>
            </CardName>
            <CardSum>
              {money(row, view.tab === "consumer" ? "recharge" : "total")}
              <small>{say("walletDesk.times", { count: Number(row.cells.count), n: cellText(row.cells.count) })}</small>
            </CardSum>
            <CardText>{`${say("common.balance")}: ${money(row, "balance")}`}</CardText>
          </>
        )}
        none={
          <NoRowsOfDays
            words={say(view.tab === "center" ? "common.noWalletMoved" : "walletDesk.noneConsumer")}
            allDays={view.days.all}
          />
        }
      />
      <ListFoot view={table} />
    </>
  );
}

/** One owner's transactions, with the way back to all. */
export function OwnTransactions({ shown, view }: { shown: Extract<Shown, { is: "owner" }>; view: WalletView }) {
  const say = useSay();
  const to = useListAddress();
  const looks: Looks<LineRow> = {
    date: { look: "soft" },
    transactionId: { look: "soft" },
    number: { show: RequestLink },
  };
  const { table } = shown;
  const columns = table.columns.filter(({ id }) => id !== "name" && id !== "phone");
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 px-4 py-2">
        <h2 className="font-semibold">{say("walletDesk.transactionsOf", { name: shown.owner.name })}</h2>
        <span className="text-soft">
          {shown.owner.phone} · {say("common.balance")}: <b>{rupees(shown.owner.balancePaise)}</b>
        </span>
        <span className="ml-auto flex flex-wrap gap-2">
          {view.mayAct && view.tab === "center" && (
            <>
              <Link className="d-btn" to={to({ act: "subscribe", center: shown.ownerId })} preventScrollReset>
                {say("centers.act.subscribe")}
              </Link>
              <Link className="d-btn" to={to({ act: "refundSubscription", center: shown.ownerId })} preventScrollReset>
                {say("centers.act.refundSubscription")}
              </Link>
            </>
          )}
          <Link className="d-btn" to={to({ owner: null, tab: view.tab })}>
            {say("common.close")}
          </Link>
        </span>
      </div>
      <ListRows<LineRow>
        view={{ ...table, columns }}
        caption={say("walletDesk.transactionsOf", { name: shown.owner.name })}
        looks={looks}
        nameOf={({ cells }) => cellText(cells.transactionId)}
        card={(row) => (
          <>
            <CardName>{cellText(row.cells.kind)}</CardName>
            <CardSum>
              {money(row, "amount")}
              <small>{money(row, "remain")}</small>
            </CardSum>
            <CardText>
              {row.number && (
                <>
                  <RequestLink {...row} /> ·{" "}
                </>
              )}
              {cellText(row.cells.transactionId)}
            </CardText>
          </>
        )}
        none={<NoRowsOfDays words={say("walletDesk.noneOf")} allDays={view.days.all} />}
      />
      <ListFoot view={table} />
    </>
  );
}

/** The two tables of what was moved by hand (R418), or one of them whole. */
export function ManualTables({ shown, view }: { shown: Extract<Shown, { is: "manual" }>; view: WalletView }) {
  return (
    <div
      className={
        shown.alone
          ? "contents"
          : "min-h-0 flex-1 overflow-auto md:[&_.desk-scroll]:flex-none md:[&_.desk-scroll]:overflow-y-hidden"
      }
    >
      {shown.tables.map((table) => (
        <ManualTable key={table.group} table={table} alone={shown.alone} view={view} />
      ))}
    </div>
  );
}

type ManualTableProps = {
  table: Extract<Shown, { is: "manual" }>["tables"][number];
  alone: boolean;
  view: WalletView;
};

function ManualTable({ table, alone, view }: ManualTableProps) {
  const say = useSay();
  const to = useListAddress();
  const { group, rows, count } = table;
  const title = say(group === "recharge" ? "walletDesk.recharges" : "walletDesk.forRequests");
  const looks: Looks<ManualRow> = {
    date: { look: "soft" },
    phone: { look: "soft" },
    technician: { look: "soft" },
    number: { show: RequestLink },
    by: { look: "soft" },
    remarks: { look: "soft" },
  };
  // A recharge is for no request, and nothing but a recharge has a bonus.
  const without = group === "recharge" ? "number" : "bonus";
  return (
    <div className={alone ? "contents" : undefined}>
      <div className="flex items-center gap-3 px-4 py-2">
        <h2 className="font-semibold">{title}</h2>
        <span className="desk-count text-soft tabular-nums whitespace-nowrap">{countInWords(count, say)}</span>
        {(alone || count.n > rows.length) && (
          <Link
            className="d-link ml-auto"
            to={to({ tab: "manual", table: alone ? null : group })}
            aria-label={`${say(alone ? "walletDesk.both" : "walletDesk.all")}: ${title}`}
          >
            {say(alone ? "walletDesk.both" : "walletDesk.all")}
          </Link>
        )}
      </div>
      <ListRows<ManualRow>
        view={{ ...table, columns: table.columns.filter(({ id }) => id !== without) }}
        caption={title}
        looks={looks}
        nameOf={({ cells }) => `${cellText(cells.kind)} ${cellText(cells.name)}`}
        did={view.did}
        card={(row) => (
          <>
            <CardName>{cellText(row.cells.name)}</CardName>
            <CardSum>
              {money(row, "amount")}
              <small>{cellText(row.cells.kind)}</small>
            </CardSum>
            <CardText>
              {row.number && (
                <>
                  <RequestLink {...row} /> ·{" "}
                </>
              )}
              {cellText(row.cells.remarks)}
            </CardText>
          </>
        )}
        none={<NoRowsOfDays words={say("walletDesk.noneManual")} allDays={view.days.all} />}
      />
      {alone && <ListFoot view={table} />}
    </div>
  );
}
