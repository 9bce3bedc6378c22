import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import { Button } from "#app/ui/base/button.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import type { Refused } from "#app/ui/base/refused.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { MoneyField, TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { ChangePrice } from "#modules/catalog/shared.ts";
import { showDate, showDateTime } from "#modules/kernel/clock.ts";
import { rupees, toRupees } from "#modules/kernel/money.ts";
import { pricesAction } from "./actions.server.ts";
import { PricesQuery, pricesView } from "./view.server.ts";

export const handle = { title: "common.subscription" } satisfies Handle;

export const loader = adminPage({ can: "view_subscription", query: PricesQuery }, pricesView);
export const action = pricesAction;

type View = ReturnType<typeof useLoaderData<typeof loader>>;
type Card = View["prices"][number];
type PriceChange = Card["begun"][number];

/** The five prices, each with its own Update button, what it will be and what it was (R433). */
export default function SubscriptionPrices() {
  const { prices, today, withdrawing } = useLoaderData<typeof loader>();
  const say = useSay();
  const locale = useLocale();
  const known = useAnswer<{ values?: { kind?: string } }>()?.values?.kind;
  return (
    <div className="grid max-w-240 gap-4">
      <div>
        <h1>{say("common.subscription")}</h1>
        <p className="text-soft">{say("price.lead")}</p>
      </div>
      {!withdrawing && !known && <ErrorSummary />}
      {prices.map((card) => (
        <PriceCard key={card.kind} card={card} today={today} mine={known === card.kind} />
      ))}
      {withdrawing && (
        <AddressDialog title={say("price.cancel.title")} closeTo="/subscription">
          <ConfirmForm
            intent="cancel"
            fields={{ priceId: withdrawing.planned.id }}
            question={say("price.cancel.question", {
              name: say(`price.${withdrawing.kind}`),
              amount: rupees(withdrawing.planned.to),
              date: showDate(withdrawing.planned.effectiveFrom, locale),
            })}
            act={say("price.cancel")}
            closeTo="/subscription"
          />
        </AddressDialog>
      )}
    </div>
  );
}

function PriceCard({
  card: { kind, amount, planned, begun },
  today,
  mine,
}: {
  card: Card;
  today: string;
  mine: boolean;
}) {
  const say = useSay();
  const locale = useLocale();
  const name = say(`price.${kind}`);
  const [now] = begun;
  return (
    <section
      className="card grid grid-cols-1 gap-x-6 gap-y-3 min-[720px]:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]"
      aria-labelledby={kind}
    >
      <div>
        <h2 id={kind}>{name}</h2>
        <p className="text-soft">{say(`price.${kind}.hint`)}</p>
        <p className="text-18 font-semibold tabular-nums" data-amount="">
          {rupees(amount)}
        </p>
        <p className="text-soft">
          {now ? say("price.since", { date: showDate(now.effectiveFrom, locale) }) : say("price.default")}
        </p>
      </div>
      <Form
        intent="update"
        schema={ChangePrice}
        // Every price has the same form; a refusal is shown in its own.
        outcome={mine ? undefined : null}
        data-enhance="price"
        prefix={`${kind}-`}
        values={{ amount: toRupees(amount), from: today }}
        preventScrollReset
        className="grid content-start gap-3 min-[720px]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] min-[720px]:items-start min-[720px]:[&>.btn]:mt-6"
        key={[...planned, ...begun].map(({ id }) => id).join()}
      >
        {mine && (
          <div className="min-[720px]:col-span-full" data-summary="">
            <ErrorSummary intent="update" prefix={`${kind}-`} />
          </div>
        )}
        <template data-refusal="">
          <div className="min-[720px]:col-span-full" data-summary="">
            <ErrorSummary intent="update" prefix={`${kind}-`} outcome={wrongAmount} />
          </div>
          <span id={`${kind}-amount-error`} className="wrong">
            {say("price.amount")}
          </span>
        </template>
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="was" value={toRupees(amount)} />
        <MoneyField name="amount" label={say("price.new")} maxLength={9} />
        <TextField name="from" type="date" label={say("price.from")} min={today} max="2100-12-31" required />
        <Button aria-label={say("price.updateOf", { name })}>{say("common.update")}</Button>
      </Form>
      {planned.length > 0 && (
        <ul className="min-[720px]:col-span-full">
          {planned.map((change) => (
            <li key={change.id} className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <Chip tone="warm">{say("price.planned", { date: showDate(change.effectiveFrom, locale) })}</Chip>
              <b>{rupees(change.to)}</b>
              <span className="text-soft">{change.by ?? say("price.byCommand")}</span>
              <Link
                className="d-btn"
                to={`/subscription?act=cancel&of=${change.id}`}
                preventScrollReset
                aria-label={say("price.cancelOf", { name, date: showDate(change.effectiveFrom, locale) })}
              >
                {say("price.cancel")}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {begun.length > 0 && <History name={name} changes={begun} />}
    </section>
  );
}

/** What a price is refused with that is zero or no number (R434). */
const wrongAmount: Refused = { intent: "update", problem: "price.amount", errors: { amount: "price.amount" } };

function History({ name, changes }: { name: string; changes: readonly PriceChange[] }) {
  const say = useSay();
  const locale = useLocale();
  return (
    <details className="min-[720px]:col-span-full">
      <summary>{say("price.history", { n: changes.length })}</summary>
      <div className="table-scroll">
        <table className="mt-2 w-full [&_:is(th,td)]:py-1.5 [&_:is(th,td)]:pr-3 [&_:is(th,td)]:text-left [&_:is(th,td)]:tabular-nums">
          <caption className="sr-only">{say("price.historyOf", { name })}</caption>
          <thead>
            <tr>
              {(["from", "who", "was", "is"] as const).map((column) => (
                <th key={column} scope="col">
                  {say(`price.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.map(({ id, by, from, to, effectiveFrom }) => (
              <tr key={id}>
                <td>{showDateTime(effectiveFrom, locale)}</td>
                <td>{by ?? say("price.byCommand")}</td>
                <td>{rupees(from)}</td>
                <td>{rupees(to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
