import { useLoaderData } from "@remix-run/react";
import { publicPage } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { useSpan } from "#app/parts/times/span.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { feeTerms } from "#modules/tickets/index.ts";
import { feeEarnedWhen, feeReturnedWhen } from "#modules/tickets/shared.ts";

export const handle = { public: true, title: "fee.terms" } satisfies Handle;

export const loader = publicPage({ limit: reads.page }, () => feeTerms());

/** When a booking fee goes back and when it is earned, as the ledger does it. */
export default function FeeTerms() {
  const { refundHours: hours, earlyMinutes, lateFee } = useLoaderData<typeof loader>();
  const say = useSay();
  const before = useSpan(earlyMinutes);
  const isEarnedLate = lateFee === "kept";
  const earned = feeEarnedWhen.filter((when) => isEarnedLate || when !== "cancelledLate");
  return (
    <div className="max-w-2xl">
      <h1 className="mb-2">{say("fee.terms")}</h1>
      <p className="mb-6 text-soft">{say("fee.terms.lead")}</p>
      <h2 className="mb-2">{say("fee.terms.returned")}</h2>
      <ul className="mb-2 list-disc pl-6">
        {feeReturnedWhen.map((when) => (
          <li key={when}>
            {when === "cancelled" && !isEarnedLate
              ? say("fee.returned.cancelledAlways")
              : say(`fee.returned.${when}`, { hours, before })}
          </li>
        ))}
      </ul>
      <p className="mb-6 text-soft">{say("fee.returned.way")}</p>
      <h2 className="mb-2">{say("fee.terms.earned")}</h2>
      <ul className="mb-6 list-disc pl-6">
        {earned.map((when) => (
          <li key={when}>{say(`fee.earned.${when}`, { before })}</li>
        ))}
      </ul>
      <p>{say("fee.terms.held")}</p>
    </div>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
