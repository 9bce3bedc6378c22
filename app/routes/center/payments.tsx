import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { centerPage } from "#app/http/page.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { ChipTone } from "#app/ui/chip.tsx";
import { columns } from "#app/ui/columns.tsx";
import type { Handle } from "#app/ui/handle.ts";
import { ListPage } from "#app/ui/list-page.tsx";
import { useLocale } from "#app/ui/locale.ts";
import { useSay } from "#app/ui/say.tsx";
import { rupees } from "#modules/kernel/money.ts";
import { centerTransactions, walletBalance } from "#modules/wallet/index.ts";
import type { TransactionRow, TransactionStatus } from "#modules/wallet/shared.ts";

export const handle = { title: "center.menu.payments" } satisfies Handle;

const Query = z.object({ after: z.string().max(100).optional() });

export const loader = centerPage({ query: Query }, async (center, { after }) => ({
  ...(await centerTransactions(center, { after })),
  balancePaise: await walletBalance(center.centerId),
}));

const tones: Record<TransactionStatus, ChipTone> = {
  SUCCESS: "good",
  PENDING: "warm",
  FAILED: "bad",
  REFUNDED: "info",
};

/** What moved in the center's wallet and by card: Date (India time), Transaction ID, Amount, Status (R145). */
export default function Payments() {
  const { rows, next, balancePaise } = useLoaderData<typeof loader>();
  const say = useSay();
  const c = columns<TransactionRow>(useLocale());
  const list = [
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
  return (
    <ListPage
      title={say("center.menu.payments")}
      rows={rows}
      columns={list}
      next={next}
      actions={
        <p className="rounded-md bg-teal-50 px-4 py-2">
          {say("center.payments.balance")} <strong className="tabular-nums">{rupees(balancePaise)}</strong>
        </p>
      }
      empty={{
        title: say("center.payments.empty"),
        action: (
          <ButtonLink tone="quiet" to="/brodcast-requests">
            {say("center.menu.newTickets")}
          </ButtonLink>
        ),
      }}
    />
  );
}

export { ErrorBoundary } from "#app/ui/page-error.tsx";
