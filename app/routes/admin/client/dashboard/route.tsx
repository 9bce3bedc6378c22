import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { Meters } from "#app/ui/chart/charts.tsx";
import { PageBody } from "#app/ui/frame/page-body.tsx";
import { DeskTop } from "#app/ui/frame/top.tsx";
import { may as mayInCatalog } from "#modules/catalog/index.ts";
import { isClient } from "#modules/kernel/actor.ts";
import { figure } from "#modules/kernel/figure.ts";
import { rupees } from "#modules/kernel/money.ts";
import { may as mayInReports } from "#modules/reports/index.ts";
import { clientNumbers, may } from "#modules/tickets/index.ts";
import { Figures, Services } from "../numbers.tsx";

export const handle = { title: "client.dashboard", fills: true } satisfies Handle;

export const loader = adminPage({ can: "any admin" }, async (admin) => ({
  name: admin.name,
  keys: isClient(admin) && mayInCatalog(admin, "seeKeys", admin.clientId ?? ""),
  webhooks: isClient(admin) && may(admin, "seeRequests"),
  reports: mayInReports(admin, "read"),
  numbers: may(admin, "seeRequests") ? await clientNumbers(admin) : null,
}));

/** The start page of a client's admin: its requests, their ages and what is due, per service (R345, 002 §2.4). */
export default function ClientDashboard() {
  const { name, keys, webhooks, reports, numbers } = useLoaderData<typeof loader>();
  const say = useSay();
  return (
    <>
      <DeskTop title={say("client.dashboard")}>
        {reports && (
          <Link className="d-btn" to="/report-page">
            {say("report.title")}
          </Link>
        )}
        {keys && (
          <Link className="d-btn" to="/client-api">
            {say("common.apiKeys")}
          </Link>
        )}
        {webhooks && (
          <Link className="d-btn" to="/client-webhooks">
            {say("common.webhooks")}
          </Link>
        )}
      </DeskTop>
      <PageBody>
        <div className="grid max-w-220 gap-7 [&_h2]:mb-2">
          <p className="text-18 font-semibold">{say("home.welcome", { name })}</p>
          {numbers === null ? (
            <p className="text-soft">{say("permission.denied")}</p>
          ) : numbers.services.length === 0 ? (
            <p className="text-soft">
              {say("client.none")}{" "}
              <Link className="d-link" to="/add-client-ticket">
                {say("common.addRequest")}
              </Link>
            </p>
          ) : (
            <>
              <Figures
                figures={[
                  {
                    label: say("common.open"),
                    value: figure(numbers.open.n),
                    to: "/b2b-ticket?days=all&status=open",
                  },
                  {
                    label: say("client.closed"),
                    value: figure(numbers.closed.n),
                    hint: say("client.lastYear"),
                    to: `/b2b-ticket?from=${numbers.since}&status=CLOSED`,
                  },
                  {
                    label: say("common.cancelled"),
                    value: figure(numbers.cancelled),
                    hint: say("client.lastYear"),
                    to: `/b2b-ticket?from=${numbers.since}&status=CANCEL`,
                  },
                  {
                    label: say("client.due"),
                    value: rupees(numbers.open.duePaise + numbers.closed.duePaise),
                    hint: say("client.dueHint"),
                    to: "/wallet-client",
                  },
                ]}
              />
              <section aria-labelledby="ages">
                <h2 id="ages">{say("client.ages")}</h2>
                <Meters
                  lineClass="min-h-9 text-14"
                  rows={numbers.ages.map(({ upToDays, n }, at) => ({
                    key: String(upToDays),
                    label:
                      upToDays === null
                        ? say("client.age.older", { n: numbers.ages[at - 1]?.upToDays ?? 0 })
                        : say("client.age.days", { count: upToDays, n: upToDays }),
                    count: n,
                  }))}
                />
              </section>
              <Services services={numbers.services} />
            </>
          )}
        </div>
      </PageBody>
    </>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
