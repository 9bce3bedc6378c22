import {
  ClosingSays,
  CustomerAnswer,
  NobodyCameForm,
  OutcomeForm,
  OutcomeLead,
} from "#app/parts/outcome/outcome-form.tsx";
import { trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import type { Tracking } from "#modules/tickets/index.ts";

/** After the closing: what happened, says the customer; then the answer. */
export function OutcomeQuestion({ tracked: { id, access, outcome } }: { tracked: Tracking }) {
  const say = useSay();
  if (!outcome) return null;
  const { answer, open, closing } = outcome;
  const bare = access !== "full";
  const isMissed = closing === "notVisited";
  return (
    <section className="card grid gap-4">
      <ClosingSays outcome={outcome} />
      {answer && <CustomerAnswer answer={answer} closing={closing} />}
      {open && (
        <>
          <div>
            {!isMissed && <h2 className="mb-1">{say("outcome.title")}</h2>}
            <OutcomeLead outcome={outcome} />
            {bare && (
              <p className="mt-2 text-sm text-soft">
                {say("outcome.bare")}{" "}
                <a className="link" href={trackingPath(id, { do: "see" })}>
                  {say("outcome.prove")}
                </a>
              </p>
            )}
          </div>
          <ErrorSummary intent="outcome" />
          {isMissed ? (
            <NobodyCameForm named={{ ticketId: id }} />
          ) : (
            <OutcomeForm named={{ ticketId: id }} outcome={outcome} />
          )}
        </>
      )}
    </section>
  );
}
