import { trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { RadioCards } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { showDateTime, showDay, showHours, showTime } from "#modules/kernel/clock.ts";
import type { ProposalsView, Tracking } from "#modules/tickets/index.ts";
import { ChooseWindow } from "#modules/tickets/shared.ts";
import type { ProposalsScreen } from "./view.server.ts";

/** On the request's page: that centers propose other times, and the way to them. */
export function ProposalsNote({ tracked: { id, proposals } }: { tracked: Tracking }) {
  const say = useSay();
  const locale = useLocale();
  if (!proposals) return null;
  const { busyUntil, until } = proposals;
  if (busyUntil) return <Note>{say("tracking.proposals.busy", { time: showTime(busyUntil, locale) })}</Note>;
  return (
    <section className="card">
      <h2 className="mb-1">{say("tracking.proposals")}</h2>
      <p className="mb-3 text-soft">{say("tracking.proposals.lead")}</p>
      <ButtonLink to={trackingPath(id, { do: "chooseTime" })} wide reload>
        {say("tracking.proposals.see")}
      </ButtonLink>
      <p className="mt-1.5 text-sm text-soft">
        {say("tracking.proposals.until", { time: showDateTime(until, locale) })}
      </p>
    </section>
  );
}

/** The times that centers propose, each center with its own, on a screen of its own. */
export function ChooseTime({ view }: { view: ProposalsScreen }) {
  const say = useSay();
  const nameOf = useName();
  return (
    <div className="max-w-md">
      <h1 className="mb-2">{say("tracking.proposals")}</h1>
      <p className="text-soft">{say("tracking.titleOf", { number: view.number })}</p>
      {view.service !== null && <p className="mb-6 text-soft">{nameOf(view.service)}</p>}
      <ErrorSummary />
      <div className="grid gap-5">
        {view.proposals.map((proposal) => (
          <Times key={proposal.id} ticketId={view.id} proposal={proposal} />
        ))}
      </div>
      <p className="mt-4 text-soft">{say("tracking.proposals.wait")}</p>
      <a className="link mt-4 inline-flex min-h-11 items-center" href={trackingPath(view.id)}>
        {say("tracking.back")}
      </a>
    </div>
  );
}

type TimesProps = { ticketId: string; proposal: ProposalsView["proposals"][number] };

function Times({ ticketId, proposal: { id, center, until, windows } }: TimesProps) {
  const say = useSay();
  const locale = useLocale();
  return (
    <Form schema={ChooseWindow} intent="chooseTime" prefix={`${id}-`} data-enhance="once" className="card grid gap-4">
      <input type="hidden" name="ticketId" value={ticketId} />
      <input type="hidden" name="proposalId" value={id} />
      <h2 className="wrap-anywhere">{center}</h2>
      <RadioCards
        name="at"
        label={say("common.time")}
        options={windows.map((window) => ({
          value: new Date(window.from).toISOString(),
          label: `${showDay(window.from, "day", locale)}, ${showHours(window.from, window.until, locale)}`,
        }))}
      />
      <Button wide>{say("tracking.proposals.take")}</Button>
      <p className="text-sm text-soft">{say("tracking.proposals.until", { time: showDateTime(until, locale) })}</p>
    </Form>
  );
}
