import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import { FileLinks } from "#app/parts/lists/file-links.tsx";
import { ListFoot, ListRows, NoRowsOfDays, RequestLink, requestOf, TabFilters } from "#app/parts/lists/list-rows.tsx";
import type { ListView } from "#app/parts/lists/list-view.server.ts";
import { Chip, type ChipTone } from "#app/ui/base/chip.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { cellText, type ListRow, type Looks } from "#app/ui/list/columns.tsx";
import { countInWords } from "#app/ui/list/counts.ts";
import { ListFrame } from "#app/ui/list/list-frame.tsx";
import { CardName, CardNumber, CardSum, CardText } from "#app/ui/list/row-card.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { rupees } from "#modules/kernel/money.ts";
import { BillFilters, BillTable } from "./bills.tsx";
import { PaperFilters, PaperTable } from "./papers.tsx";
import { type EntryExtra, type PaymentExtra, PaymentsQuery, type PaymentsView, paymentsView } from "./view.server.ts";
import { paymentTabs } from "./words.ts";

export const handle = { title: "common.paymentHistory", fills: true } satisfies Handle;

export const loader = adminPage({ can: "view_Wallet", query: PaymentsQuery }, paymentsView);

/** The filters of one tab are none of another's. */
const withoutFilters = { kind: null, product: null, year: null, supplier: null, center: null, number: null };

type PaymentListRow = PaymentExtra & ListRow;
type EntryRow = EntryExtra & ListRow;

/** The payment history (R424–R426). */
export default function Payments() {
  const view = useLoaderData<typeof loader>();
  const say = useSay();
  const to = useListAddress();
  const { tab, shown } = view;
  const total = countInWords(shown.table.count, say);
  return (
    <ListFrame
      title={say("common.paymentHistory")}
      count={{ text: total, label: say("common.nRows", { n: total }) }}
      views={paymentTabs.map((each) => ({
        to: to({ tab: each === "center" ? null : each, ...withoutFilters }),
        label: say(`paymentDesk.tabs.${each}`),
        current: tab === each,
      }))}
      filters={
        <TabFilters
          view={view}
          end={
            <>
              <Link className="d-btn" to="/wallet">
                {say("common.wallet")}
              </Link>
              <Link className="d-btn" to="/payment-close">
                {say("close.title")}
              </Link>
              {shown.table.mayTakeFile && (
                <FileLinks
                  list={shown.table.list.name}
                  set={
                    shown.is === "papers" || shown.is === "bills"
                      ? {}
                      : { wallets: tab === "consumer" ? "consumer" : "center" }
                  }
                />
              )}
            </>
          }
        >
          {tab === "papers" && <PaperFilters view={view} />}
          {shown.is === "bills" && <BillFilters bills={shown.bills} />}
        </TabFilters>
      }
    >
      {shown.is === "payments" && <PaymentTable table={shown.table} view={view} />}
      {shown.is === "wallet" && <WalletLedger table={shown.table} view={view} />}
      {shown.is === "papers" && <PaperTable table={shown.table} view={view} />}
      {shown.is === "bills" && <BillTable table={shown.table} bills={shown.bills} view={view} />}
    </ListFrame>
  );
}

const tones = {
  created: "plain",
  attempted: "warm",
  paid: "good",
  closed: "plain",
  refunded: "info",
} as const satisfies Record<PaymentExtra["state"], ChipTone>;

/** What centers or customers paid; a joining bonus has a chip of another colour (R425). */
function PaymentTable({ table, view }: { table: ListView<PaymentListRow>; view: PaymentsView }) {
  const say = useSay();
  const order = (row: PaymentListRow) =>
    row.cells.orderId ? (
      <Chip tone={row.paidFor === "joining_bonus" ? "warm" : "info"}>{cellText(row.cells.orderId)}</Chip>
    ) : (
      "-"
    );
  const balance = ({ cells: { fromBalance, inBalance } }: PaymentListRow) => (
    <>
      {fromBalance ? rupees(Number(fromBalance)) : "-"}
      {inBalance ? (
        <small className="block text-soft">{say("paymentDesk.back", { amount: rupees(Number(inBalance)) })}</small>
      ) : null}
    </>
  );
  const looks: Looks<PaymentListRow> = {
    date: { look: "soft" },
    orderId: { show: order },
    state: { show: (row) => <Chip tone={tones[row.state]}>{cellText(row.cells.state)}</Chip> },
    receipt: {
      look: "soft",
      show: ({ cells }) => <span className="lines break-all">{cellText(cells.receipt) || "-"}</span>,
    },
    fromBalance: { show: balance },
    number: { show: RequestLink },
  };
  // What is back in the balance stands below what the balance paid; files have a column of it.
  const columns = table.columns.filter(({ id }) => id !== "inBalance");
  return (
    <>
      <ListRows<PaymentListRow>
        view={{ ...table, columns }}
        looks={looks}
        nameOf={({ cells }) => `${cellText(cells.for)} ${cellText(cells.orderId)}`}
        open={requestOf}
        card={(row) => (
          <>
            <CardNumber>{order(row)}</CardNumber>
            <Chip tone={tones[row.state]}>{cellText(row.cells.state)}</Chip>
            <CardName>{cellText(row.cells.for)}</CardName>
            <CardSum>{row.cells.price === null ? "-" : rupees(Number(row.cells.price))}</CardSum>
            {row.number && (
              <CardText>
                <RequestLink {...row} />
              </CardText>
            )}
          </>
        )}
        none={<NoRowsOfDays words={say("paymentDesk.none")} allDays={view.days.all} />}
      />
      <ListFoot view={table} />
    </>
  );
}

/** The ledger of center wallets (Q123): each movement, and the balance after it. */
function WalletLedger({ table, view }: { table: ListView<EntryRow>; view: PaymentsView }) {
  const say = useSay();
  const walletOf = (row: EntryRow) => `/wallet?tab=center&days=all&owner=${row.ownerId}`;
  const center = (row: EntryRow) => <Link to={walletOf(row)}>{cellText(row.cells.name)}</Link>;
  const looks: Looks<EntryRow> = {
    date: { look: "soft" },
    name: { show: center },
    phone: { look: "soft" },
    transactionId: { look: "soft" },
    number: { show: RequestLink },
  };
  return (
    <>
      <ListRows<EntryRow>
        view={table}
        looks={looks}
        nameOf={({ cells }) => `${cellText(cells.kind)} ${cellText(cells.name)}`}
        open={walletOf}
        card={(row) => (
          <>
            <CardName>{center(row)}</CardName>
            <CardSum>
              {rupees(Number(row.cells.amount))}
              <small>{rupees(Number(row.cells.remain))}</small>
            </CardSum>
            <CardText>{cellText(row.cells.kind)}</CardText>
          </>
        )}
        none={<NoRowsOfDays words={say("common.noWalletMoved")} allDays={view.days.all} />}
      />
      <ListFoot view={table} />
    </>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
