import { useLoaderData, useLocation } from "@remix-run/react";
import { centerActions, centerPage } from "#app/http/page.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { ChipTone } from "#app/ui/chip.tsx";
import { columns } from "#app/ui/columns.tsx";
import { SelectField } from "#app/ui/fields.tsx";
import type { Handle } from "#app/ui/handle.ts";
import { keptOpen, unlessUnreachable } from "#app/ui/kept-open.ts";
import { ListPage } from "#app/ui/list-page.tsx";
import { useLocale } from "#app/ui/locale.ts";
import { NearLink, useNear } from "#app/ui/near.tsx";
import { type Say, useSay } from "#app/ui/say.tsx";
import type { Locale } from "#modules/kernel/messages/index.ts";
import { rupees } from "#modules/kernel/money.ts";
import { checkTopUp, openTopUp } from "#modules/wallet/index.ts";
import {
  centerKinds,
  type StatementRow,
  TopUp,
  TopUpRef,
  type TransactionRow,
  type TransactionStatus,
} from "#modules/wallet/shared.ts";
import { addressWith } from "./addresses.ts";
import { PaymentsQuery, paymentsView } from "./payments-view.server.ts";
import { RechargeForm, RechargePanel } from "./recharge-panel.tsx";
import { DayFields } from "./ticket-filters.tsx";

export const handle = { title: "center.menu.payments" } satisfies Handle;

export const loader = centerPage({ query: PaymentsQuery }, paymentsView);

export const action = centerActions({
  recharge: {
    input: TopUp,
    once: "in its transaction",
    run: async (center, input, door) => {
      const { id } = await openTopUp(center, input);
      // A page of its own load: only it lets the gateway's script in.
      door.headers.set("x-remix-reload-document", "true");
      return door.go(`/payments?pay=${id}`);
    },
  },
  check: {
    input: TopUpRef,
    unkeyed: "It asks what became of a payment, and comes to the same however often",
    run: async (center, { orderId }, door) => {
      const { state } = await checkTopUp(center, { orderId });
      return door.go(`/payments?pay=${orderId}&payment=${state}`);
    },
  },
});

export const shouldRevalidate = unlessUnreachable;
export const clientAction = keptOpen();

const tones: Record<TransactionStatus, ChipTone> = {
  SUCCESS: "good",
  PENDING: "warm",
  FAILED: "bad",
  REFUNDED: "info",
};
const beside = ["show", "pay", "closed", "payment"];

/** What moved in the center's wallet and by card (R145), the wallet's statement, and its recharge by card. */
export default function Payments() {
  const { transactions, statement, filter, balancePaise, recharge } = useLoaderData<typeof loader>();
  const say = useSay();
  const locale = useLocale();
  const around = {
    title: say("center.menu.payments"),
    beside,
    exports: statement ? "/exports/wallet-statement" : "/exports/transactions",
    actions: (
      <p className="rounded-md bg-teal-50 px-4 py-2">
        {say("center.payments.balance")} <strong className="tabular-nums">{rupees(balancePaise)}</strong>
      </p>
    ),
    above: (
      <>
        {recharge && <RechargePanel recharge={recharge} />}
        {!recharge?.checkout && <RechargeForm />}
        <Tabs statement={statement !== null} />
      </>
    ),
    filters: <Filters filter={filter} statement={statement !== null} />,
    empty: {
      title: say("center.payments.empty"),
      action: (
        <ButtonLink tone="quiet" to="/brodcast-requests">
          {say("center.menu.newTickets")}
        </ButtonLink>
      ),
    },
  };
  return statement ? (
    <ListPage {...around} {...statement} columns={statementColumns(say, locale)} />
  ) : (
    <ListPage {...around} {...transactions!} columns={transactionColumns(say, locale)} />
  );
}

/** Date (India time), Transaction ID, Amount, Status (R145). */
function transactionColumns(say: Say, locale: Locale) {
  const c = columns<TransactionRow>(locale);
  return [
    c.date("date", say("center.payments.date")),
    c.own(say("center.payments.id"), ({ transactionId, kind }) => (
      <>
        <span className="block break-all">{transactionId}</span>
        <span className="text-soft">{say(`transfer.${kind}`)}</span>
      </>
    )),
    c.rupees("amountPaise", say("center.payments.amount")),
    c.chip(
      "status",
      say("center.payments.status"),
      (status) => tones[status as TransactionStatus],
      (status) => say(`transaction.${status as TransactionStatus}`),
    ),
  ];
}

/** Each movement of the wallet with the balance after it (`wallet_remain`). */
function statementColumns(say: Say, locale: Locale) {
  const c = columns<StatementRow>(locale);
  return [
    c.date("date", say("center.payments.date")),
    c.own(say("center.payments.kind"), ({ kind, note, transactionId }) => (
      <>
        <span className="block font-semibold">{say(`transfer.${kind}`)}</span>
        {note && <span className="block">{note}</span>}
        <span className="block break-all text-soft">{transactionId}</span>
      </>
    )),
    c.rupees("amountPaise", say("center.payments.amount")),
    c.rupees("walletRemainPaise", say("center.payments.remain")),
  ];
}

function Tabs({ statement }: { statement: boolean }) {
  const say = useSay();
  const here = useLocation();
  const near = useNear();
  const to = (show: string | null) => addressWith(here, { show, after: null, pay: null, closed: null, payment: null });
  return (
    <nav aria-label={say("center.payments.lists")} className="tabs mb-4" {...near}>
      <NearLink to={to(null)} stay aria-current={statement ? undefined : "page"}>
        {say("center.payments.all")}
      </NearLink>
      <NearLink to={to("statement")} stay aria-current={statement ? "page" : undefined}>
        {say("center.payments.statement")}
      </NearLink>
    </nav>
  );
}

type FiltersProps = { filter: { kind: string; from: string; to: string }; statement: boolean };

function Filters({ filter, statement }: FiltersProps) {
  const say = useSay();
  return (
    <>
      {statement && <input type="hidden" name="show" value="statement" />}
      <SelectField
        name="kind"
        label={say("center.payments.kind")}
        className="w-full sm:w-56"
        value={filter.kind}
        empty={say("center.filter.all")}
        options={centerKinds.map((kind) => ({ value: kind, label: say(`transfer.${kind}`) }))}
      />
      <DayFields from={filter.from} to={filter.to} />
    </>
  );
}

export { ErrorBoundary } from "#app/ui/page-error.tsx";
