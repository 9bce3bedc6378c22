import { bandContent, bandPage, goLook, PriceBar } from "#app/parts/tickets/band.tsx";
import { visitPath } from "#app/parts/visits/paths.ts";
import { Note } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import type { TechnicianVisit } from "#modules/tickets/index.ts";
import { StartVisit } from "#modules/tickets/shared.ts";
import { Onward, Top } from "./top.tsx";

/** At the door: the customer's start code. */
export function Start({ visit }: { visit: TechnicianVisit }) {
  const say = useSay();
  const { ticketId, name, start } = visit;
  const locked = start === "locked";
  return (
    <Form schema={StartVisit} intent="start" className={bandPage} data-enhance="once">
      <input type="hidden" name="ticketId" value={ticketId} />
      <Top visit={visit} title={say("onVisit.start", { name })} step="start" />
      <div className={bandContent}>
        <ErrorSummary />
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
        <Onward to={visitPath(ticketId, "nobody")} words={say("waiting.title")} />
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
  );
}
