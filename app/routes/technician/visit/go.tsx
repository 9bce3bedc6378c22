import { bandContent, bandPage, goLook, PriceBar } from "#app/parts/tickets/band.tsx";
import { NeedPictures } from "#app/parts/tickets/pictures-field.tsx";
import { visitPath } from "#app/parts/visits/paths.ts";
import { Note } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import type { TechnicianVisit } from "#modules/tickets/index.ts";
import { Onward, Top } from "./top.tsx";

/** Before the technician leaves: what is wrong, and that they are on the way. */
export function Go({ visit }: { visit: TechnicianVisit }) {
  const say = useSay();
  const { ticketId, onTheWayAt } = visit;
  const held = visit.status === "ON_HOLD";
  return (
    <Form intent="onTheWay" className={bandPage} data-enhance="once">
      <input type="hidden" name="ticketId" value={ticketId} />
      <Top visit={visit} title={say("onVisit.go", { name: visit.name })} step="go" />
      <div className={bandContent}>
        <ErrorSummary />
        {held && <Note tone="warm">{say("onVisit.held")}</Note>}
        <section>
          <h2 className="mb-2">{say("onVisit.need")}</h2>
          <p className="wrap-anywhere whitespace-pre-line">{visit.requirement || say("onVisit.needNone")}</p>
          <NeedPictures pictures={visit.needPictures} className="mt-3" />
        </section>
        {!held && (
          <Onward to={visitPath(ticketId, visit.start === null ? "photos" : "start")} words={say("onVisit.there")} />
        )}
      </div>
      {!held && !onTheWayAt && (
        <PriceBar hint={say("onVisit.messageHint")}>
          <button type="submit" className={goLook}>
            {say("onVisit.setOut")}
          </button>
        </PriceBar>
      )}
    </Form>
  );
}
