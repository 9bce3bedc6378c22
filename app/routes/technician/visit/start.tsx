import { bandContent, bandPage, goLook, PriceBar } from "#app/parts/tickets/band.tsx";
import { visitPath } from "#app/parts/visits/paths.ts";
import { Button } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { showTime } from "#modules/kernel/clock.ts";
import type { TechnicianVisit, WaitAtDoor } from "#modules/tickets/index.ts";
import { StartVisit } from "#modules/tickets/shared.ts";
import { Onward, Top } from "./top.tsx";

/** At the door: the customer's start code, sent once more, or nobody who opens. */
export function Start({ visit, waiting }: { visit: TechnicianVisit; waiting: WaitAtDoor | null }) {
  const say = useSay();
  const locale = useLocale();
  const { ticketId, name, start } = visit;
  const locked = start === "locked";
  const soFar = waiting && say("waiting.state", { since: showTime(waiting.reachedAt, locale), n: waiting.calls });
  return (
    <>
      <Form schema={StartVisit} intent="start" className={bandPage} data-enhance="once">
        <input type="hidden" name="ticketId" value={ticketId} />
        <Top visit={visit} title={say("onVisit.start", { name })} step="start" />
        <div className={bandContent}>
          <ErrorSummary intent="start" />
          {locked ? (
            <Note tone="warm">{say("onVisit.startLocked")}</Note>
          ) : (
            <TextField
              name="code"
              label={say("startCode.label")}
              hint={say("onVisit.startHint")}
              inputMode="numeric"
              autoComplete="off"
              uncut
              className="[&_.input]:min-h-16 [&_.input]:text-3xl [&_.input]:font-bold [&_.input]:tracking-[0.35em]"
            />
          )}
          {!locked && <SendAgain />}
          <Onward to={visitPath(ticketId, "nobody")} words={say("waiting.title")} hint={soFar ?? undefined} />
          <Onward to={visitPath(ticketId, "photos")} words={say("onVisit.noCode")} />
        </div>
        {!locked && (
          <PriceBar>
            <button type="submit" className={goLook}>
              {say("onVisit.startAct")}
            </button>
          </PriceBar>
        )}
      </Form>
      <Form intent="sendCode" data-enhance="once" hidden>
        <input type="hidden" name="ticketId" value={ticketId} />
      </Form>
    </>
  );
}

/** For a customer who has no code at hand: it goes to their phone once more. */
function SendAgain() {
  const say = useSay();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <ErrorSummary intent="sendCode" />
      <p>{say("startCode.sendAgain")}</p>
      <Button tone="quiet" form="form-sendCode">
        {say("startCode.sendAgainAct")}
      </Button>
    </div>
  );
}
