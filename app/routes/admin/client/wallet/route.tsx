import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { PageBody } from "#app/ui/frame/page-body.tsx";
import { DeskTop } from "#app/ui/frame/top.tsx";
import { showMonth } from "#modules/kernel/clock.ts";
import { figure } from "#modules/kernel/figure.ts";
import { rupees } from "#modules/kernel/money.ts";
import { clientNumbers, may } from "#modules/tickets/index.ts";
import { Figures, NumbersTable } from "../numbers.tsx";

export const handle = { title: "client.wallet", fills: true } satisfies Handle;

export const loader = adminPage({ can: "any admin" }, async (admin) => ({
  numbers: may(admin, "seeRequests") ? await clientNumbers(admin) : null,
}));

/** What a client was billed for its requests: open ones, closed ones, and by month (002 §2.4). */
export default function ClientWallet() {
  const { numbers } = useLoaderData<typeof loader>();
  const say = useSay();
  const locale = useLocale();
  return (
    <>
      <DeskTop title={say("client.wallet")} />
      <PageBody>
        <div className="grid max-w-220 gap-7 [&_h2]:mb-2">
          {numbers === null ? (
            <p className="text-soft">{say("permission.denied")}</p>
          ) : (
            <>
              <Figures
                figures={[
                  {
                    label: say("client.dueClosed"),
                    value: rupees(numbers.closed.duePaise),
                    hint: say("client.closedLastYear", { n: figure(closedInMonths(numbers.months)) }),
                  },
                  {
                    label: say("client.dueOpen"),
                    value: rupees(numbers.open.duePaise),
                    hint: say("client.requests", { n: figure(numbers.open.n) }),
                  },
                ]}
              />
              <section aria-labelledby="months">
                <h2 id="months">{say("client.months")}</h2>
                {numbers.months.length === 0 ? (
                  <p className="text-soft">{say("client.noMonths")}</p>
                ) : (
                  <NumbersTable
                    caption={say("client.months")}
                    heads={[say("client.month"), say("client.closed"), say("client.due")]}
                    rows={numbers.months.map(({ month, n, duePaise }) => ({
                      key: month,
                      cells: [showMonth(month, locale), figure(n), rupees(duePaise)],
                    }))}
                  />
                )}
              </section>
            </>
          )}
        </div>
      </PageBody>
    </>
  );
}

const closedInMonths = (months: readonly { n: number }[]) => months.reduce((all, { n }) => all + n, 0);

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
