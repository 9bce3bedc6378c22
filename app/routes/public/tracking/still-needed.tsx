import { trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import type { Tracking } from "#modules/tickets/index.ts";
import { type StillNeededAnswer, stillNeededAnswers } from "#modules/tickets/shared.ts";
import type { StillNeededScreen } from "./view.server.ts";

/** "Still needed?" on a screen of its own, with what each answer does. */
export function StillNeededQuestion({ view }: { view: StillNeededScreen }) {
  const say = useSay();
  const nameOf = useName();
  const locale = useLocale();
  return (
    <div className="max-w-md">
      <h1 className="mb-2">{say("tracking.stillNeeded")}</h1>
      <p className="text-soft">{say("tracking.titleOf", { number: view.number })}</p>
      {view.service !== null && <p className="mb-6 text-soft">{nameOf(view.service)}</p>}
      <ErrorSummary />
      <div className="card grid gap-5">
        <p>{say(`tracking.stillNeeded.${view.reason}`)}</p>
        {stillNeededAnswers.map((answer) => (
          <Answer key={answer} view={view} answer={answer} />
        ))}
        <p className="text-sm text-soft">
          {say("tracking.stillNeeded.until", { time: showDateTime(view.until, locale) })}
        </p>
      </div>
      <a className="link mt-4 inline-flex min-h-11 items-center" href={trackingPath(view.id)}>
        {say("tracking.back")}
      </a>
    </div>
  );
}

function Answer({ view: { id, reason }, answer }: { view: StillNeededScreen; answer: StillNeededAnswer }) {
  const say = useSay();
  return (
    <Form intent="stillNeeded" data-enhance="once">
      <input type="hidden" name="ticketId" value={id} />
      <input type="hidden" name="answer" value={answer} />
      <Button wide tone={answer === "yes" ? undefined : "quiet"}>
        {say(`tracking.stillNeeded.${answer}`)}
      </Button>
      <p className="mt-1.5 text-sm text-soft">{say(`tracking.stillNeeded.${reason}.${answer}`)}</p>
    </Form>
  );
}

/** On the request's page: the way to the question, or what became of it. */
export function StillNeededNote({ tracked: { id, offers, stillNeeded } }: { tracked: Tracking }) {
  const say = useSay();
  if (!stillNeeded || stillNeeded.state === "over") return null;
  const { state, reason, next } = stillNeeded;
  if (state === "open")
    return (
      <section className="card">
        <h2 className="mb-1">{say("tracking.stillNeeded")}</h2>
        <p className="mb-3 text-soft">{say(`tracking.stillNeeded.${reason}`)}</p>
        <ButtonLink to={trackingPath(id, { do: "stillNeeded" })} wide reload>
          {say("tracking.stillNeeded.answer")}
        </ButtonLink>
      </section>
    );
  return (
    <Note>
      <p>{say(`tracking.stillNeeded.${reason}.was.${state}`)}</p>
      {next && <NextRequest next={next} />}
      {state === "expired" && offers.rebook && (
        <a className="link inline-flex min-h-11 items-center" href={trackingPath(id, { do: "rebook" })}>
          {say("tracking.rebook")}
        </a>
      )}
    </Note>
  );
}

/** The request that a yes made; who did not prove the phone reads its number only. */
function NextRequest({ next: { id, number } }: { next: { id: string | null; number: string } }) {
  const say = useSay();
  const title = say("tracking.titleOf", { number });
  if (id === null) return <p>{title}</p>;
  return (
    <a className="link inline-flex min-h-11 items-center" href={trackingPath(id)}>
      {title}
    </a>
  );
}
