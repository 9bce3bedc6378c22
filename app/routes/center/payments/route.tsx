import { useLoaderData, useLocation } from "@remix-run/react";
import { centerActions, centerPage } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { FormValue } from "#app/http/request/form.server.ts";
import { ListScreen } from "#app/parts/lists/list-screen.tsx";
import { Tab, Tabs } from "#app/parts/lists/tabs.tsx";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { DayFields } from "#app/parts/tickets/ticket-filters.tsx";
import { TaxTotals } from "#app/parts/wallet/bills.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Chip, type ChipTone } from "#app/ui/base/chip.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { SelectField } from "#app/ui/form/fields.tsx";
import { cellText, type ListRow, type Looks } from "#app/ui/list/columns.tsx";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import {
  buySubscription,
  checkPurchase,
  objectToPenalty,
  openTopUp,
  storeObjectionPicture,
} from "#modules/wallet/index.ts";
import {
  BuySubscription,
  centerKinds,
  ObjectToPenalty,
  PurchaseRef,
  TopUp,
  type TransactionStatus,
} from "#modules/wallet/shared.ts";
import { ObjectionDialog, Penalties } from "./penalties.tsx";
import { PurchasePanel, RechargeForm } from "./purchase-panel.tsx";
import { BuyDialog, SubscriptionCard } from "./subscription-card.tsx";
import { PaymentsQuery, paymentsView } from "./view.server.ts";

export const handle = { title: "common.payments" } satisfies Handle;

export const loader = centerPage({ can: "owner", query: PaymentsQuery }, paymentsView);

export const action = centerActions({
  recharge: {
    can: "owner",
    limit: formLimit,
    input: TopUp,
    once: "in its transaction",
    run: async (center, input, door) => {
      const { id } = await openTopUp(center, input);
      return door.go(`/payments?pay=${id}`);
    },
  },
  subscribe: {
    can: "owner",
    limit: formLimit,
    input: BuySubscription,
    once: "in its transaction",
    run: async (center, input, door) => {
      const { orderId } = await buySubscription(center, input);
      if (orderId) return door.go(`/payments?pay=${orderId}`);
      door.toast("subscription.bought");
      return door.go("/payments");
    },
  },
  check: {
    can: "owner",
    limit: formLimit,
    input: PurchaseRef,
    unkeyed: "It asks what became of a payment, and comes to the same however often",
    run: async (center, { orderId }, door) => {
      const { state } = await checkPurchase(center, { orderId });
      return door.go(`/payments?pay=${orderId}&payment=${state}`);
    },
  },
  object: {
    can: "owner",
    limit: formLimit,
    files: { names: ["picture"], most: 1, bytes: 10 * 1024 * 1024 },
    prepare: keepPicture,
    input: ObjectToPenalty,
    run: objectToPenalty,
    once: "in its transaction",
    say: "objection.sent",
    to: (_input, { url }) => addressWith(url, { object: null }),
  },
});

/** Without JavaScript the picture comes with the form; it is stored before the rest is validated. */
async function keepPicture(center: ActorOf<"center">, fields: Map<string, FormValue[]>) {
  const upload = fields.get("picture")?.find((value) => typeof value !== "string");
  fields.delete("picture");
  if (upload) fields.set("pictureId", [(await storeObjectionPicture(center, { upload })).pictureId]);
}

const tones: Record<TransactionStatus, ChipTone> = {
  SUCCESS: "good",
  PENDING: "warm",
  FAILED: "bad",
  REFUNDED: "info",
};
const dialogParams = ["show", "pay", "closed", "payment", "buy", "object"];

/** The center's wallet and card transactions (R145), the wallet's statement, the operator's papers to it, its subscription, its recharge by card, and its penalties. */
export default function Payments() {
  const {
    transactions,
    statement,
    papers,
    bills,
    filter,
    balancePaise,
    subscription,
    buying,
    purchase,
    penalties,
    objecting,
  } = useLoaderData<typeof loader>();
  const say = useSay();
  const here = useLocation();
  const shown = bills ? "bills" : papers ? "papers" : statement ? "statement" : null;
  const around = {
    title: say("common.payments"),
    ownParameters: dialogParams,
    exports: `/exports/${fileNames[shown ?? "all"]}`,
    actions: (
      <p className="rounded-md bg-teal-50 px-4 py-2">
        {say("center.payments.balance")} <strong className="tabular-nums">{rupees(balancePaise)}</strong>
      </p>
    ),
    above: (
      <>
        {purchase && <PurchasePanel purchase={purchase} />}
        {!purchase?.checkout && (
          <>
            <SubscriptionCard subscription={subscription} buyAt={(product) => addressWith(here, { buy: product })} />
            <RechargeForm />
          </>
        )}
        {buying && <BuyDialog offer={buying} closeTo={addressWith(here, { buy: null })} />}
        <Penalties penalties={penalties} objectAt={(id) => addressWith(here, { object: id })} />
        {objecting && <ObjectionDialog penalty={objecting} closeTo={addressWith(here, { object: null })} />}
        <Lists shown={shown} />
        {bills && bills.table.rows.length > 0 && <TaxTotals className={totalsLook} totals={bills.totals} />}
      </>
    ),
    filters: <Filters filter={filter} shown={shown} />,
    empty: {
      title: say(noneOf[shown ?? "all"]),
      action: (
        <ButtonLink tone="quiet" to="/brodcast-requests">
          {say("center.menu.newTickets")}
        </ButtonLink>
      ),
    },
  };
  if (papers) return <ListScreen {...around} {...papers} looks={papersLooks} />;
  if (bills) return <ListScreen {...around} table={bills.table} pages={bills.pages} looks={billsLooks} />;
  return statement ? (
    <ListScreen {...around} {...statement} looks={statementLooks} />
  ) : (
    <ListScreen {...around} {...transactions!} looks={transactionsLooks} />
  );
}

/** Date (IST), Transaction ID with its kind and request, Amount, Status (R145). */
const transactionsLooks: Looks<ListRow & { status: TransactionStatus }> = {
  transactionId: {
    show: ({ cells }) => (
      <>
        <span className="block break-all">{cellText(cells.transactionId)}</span>
        <span className="text-soft">{cellText(cells.kind)}</span>
        {cells.request && <span className="block text-soft">{cellText(cells.request)}</span>}
      </>
    ),
  },
  status: { show: ({ status, cells }) => <Chip tone={tones[status]}>{cellText(cells.status)}</Chip> },
  kind: { within: "transactionId" },
  request: { within: "transactionId" },
};

/** Each wallet entry with the balance after it (`wallet_remain`). */
const statementLooks: Looks<ListRow> = {
  kind: {
    show: ({ cells }) => (
      <>
        <span className="block font-semibold">{cellText(cells.kind)}</span>
        {cells.request && <span className="block">{cellText(cells.request)}</span>}
        {cells.note && <span className="block">{cellText(cells.note)}</span>}
        <span className="block break-all text-soft">{cellText(cells.transactionId)}</span>
      </>
    ),
  },
  transactionId: { within: "kind" },
  note: { within: "kind" },
  request: { within: "kind" },
};

/** The operator's invoices and credit notes to the center; a number opens its PDF. */
const papersLooks: Looks<ListRow> = {
  number: {
    show: ({ id, cells }) => (
      <>
        <a className="link inline-flex min-h-11 items-center" href={`/fee-papers/${id}`}>
          {cellText(cells.number)}
        </a>
        <span className="block">{cellText(cells.kind)}</span>
        {cells.ofInvoice && <span className="block text-soft">{cellText(cells.ofInvoice)}</span>}
      </>
    ),
  },
  product: {
    show: ({ cells }) => (
      <>
        <span className="block">{cellText(cells.product)}</span>
        {cells.request && <span className="block text-soft">{cellText(cells.request)}</span>}
      </>
    ),
  },
  kind: { within: "number" },
  ofInvoice: { within: "number" },
  request: { within: "product" },
};

const totalsLook =
  "mb-4 grid grid-cols-2 gap-3 rounded-md bg-teal-50 px-4 py-3 tabular-nums sm:grid-cols-5 [&_dd]:font-semibold [&_dt]:text-sm [&_dt]:text-soft";

/** The bills of the center's own series; a number opens its PDF. */
const billsLooks: Looks<ListRow & { ticketId: string | null }> = {
  number: {
    show: ({ ticketId, cells }) => (
      <>
        <a className="link inline-flex min-h-11 items-center" href={`/invoices/${ticketId}`}>
          {cellText(cells.number)}
        </a>
        <span className="block text-soft">{cellText(cells.request)}</span>
      </>
    ),
  },
  request: { within: "number" },
};

const tabLabels = {
  all: "center.payments.all",
  statement: "center.payments.statement",
  papers: "feePaper.title",
  bills: "visitBill.title",
} as const satisfies Record<string, MessageKey>;

const noneOf = {
  all: "center.payments.empty",
  statement: "center.payments.empty",
  papers: "feePaper.none",
  bills: "visitBill.none",
} as const satisfies Record<string, MessageKey>;

const fileNames = {
  all: "transactions",
  statement: "wallet-statement",
  papers: "fee-papers",
  bills: "visit-bills",
} as const;

type Shown = "statement" | "papers" | "bills" | null;

function Lists({ shown }: { shown: Shown }) {
  const say = useSay();
  const here = useLocation();
  const partAddress = (show: string | null) =>
    addressWith(here, { show, kind: null, after: null, before: null, pay: null, closed: null, payment: null });
  return (
    <Tabs label={say("center.payments.lists")}>
      {([null, "statement", "papers", "bills"] as const).map((each) => (
        <Tab key={each} to={partAddress(each)} here={shown === each}>
          {say(tabLabels[each ?? "all"])}
        </Tab>
      ))}
    </Tabs>
  );
}

type FiltersProps = { filter: { kind: string; from: string; to: string }; shown: Shown };

function Filters({ filter, shown }: FiltersProps) {
  const say = useSay();
  return (
    <>
      {shown && <input type="hidden" name="show" value={shown} />}
      {shown !== "papers" && shown !== "bills" && (
        <SelectField
          name="kind"
          label={say("center.payments.kind")}
          className="w-full sm:w-56"
          value={filter.kind}
          empty={say("common.all")}
          options={centerKinds.map((kind) => ({ value: kind, label: say(`transfer.${kind}`) }))}
        />
      )}
      <DayFields from={filter.from} to={filter.to} />
    </>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
