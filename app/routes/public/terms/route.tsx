import { useLoaderData } from "@remix-run/react";
import { publicPage } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { env } from "#modules/kernel/env.server.ts";
import { feeEarnedWhen, feeReturnedWhen } from "#modules/tickets/shared.ts";

export const handle = { public: true, title: "fee.terms" } satisfies Handle;

export const loader = publicPage({ limit: reads.page }, async () => ({ hours: env.refundUnacceptedAfterHours }));

/** When a booking fee goes back and when it is earned, as the ledger does it. */
export default function FeeTerms() {
  const { hours } = useLoaderData<typeof loader>();
  const say = useSay();
  return (
    <div className="max-w-2xl">
      <h1 className="mb-2">{say("fee.terms")}</h1>
      <p className="mb-6 text-soft">{say("fee.terms.lead")}</p>
      <h2 className="mb-2">{say("fee.terms.returned")}</h2>
      <ul className="mb-2 list-disc pl-6">
        {feeReturnedWhen.map((when) => (
          <li key={when}>{say(`fee.returned.${when}`, { hours })}</li>
        ))}
      </ul>
      <p className="mb-6 text-soft">{say("fee.returned.way")}</p>
      <h2 className="mb-2">{say("fee.terms.earned")}</h2>
      <ul className="mb-6 list-disc pl-6">
        {feeEarnedWhen.map((when) => (
          <li key={when}>{say(`fee.earned.${when}`)}</li>
        ))}
      </ul>
      <p>{say("fee.terms.held")}</p>
    </div>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
