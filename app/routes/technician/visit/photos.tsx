import { bandContent, bandPage, goLook, PriceBar } from "#app/parts/tickets/band.tsx";
import { Pictures } from "#app/parts/tickets/pictures-field.tsx";
import { visitPath } from "#app/parts/visits/paths.ts";
import { Button } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import type { TechnicianVisit } from "#modules/tickets/index.ts";
import { Take } from "./take.tsx";
import { Onward, Top } from "./top.tsx";

/** Pictures of the place and the work; the first one begins the visit where no code did. */
export function Photos({ visit }: { visit: TechnicianVisit }) {
  const say = useSay();
  const { ticketId, pictures, picturesLeft: left, start } = visit;
  const held = visit.status === "ON_HOLD";
  return (
    <div className={bandPage}>
      <Top visit={visit} title={say("onVisit.photos")} step="photos" />
      <div className={bandContent}>
        <ErrorSummary />
        <p className="text-soft">{say("onVisit.photosLead")}</p>
        <Pictures ticketId={ticketId} pictures={pictures} />
        {left > 0 ? (
          <Form intent="picture" encType="multipart/form-data" data-enhance="once" className="grid gap-3">
            <input type="hidden" name="ticketId" value={ticketId} />
            <Take />
            <Button wide tone="quiet">
              {say("onVisit.photoSave")}
            </Button>
            <p className="text-sm text-soft">{say("onVisit.photosLeft", { n: left, count: left })}</p>
          </Form>
        ) : (
          <p>{say("onVisit.photosFull", { most: pictures.length })}</p>
        )}
        {held && <Note tone="warm">{say("onVisit.held")}</Note>}
        {start === "open" && !held && <Onward to={visitPath(ticketId, "start")} words={say("onVisit.toStart")} />}
      </div>
      {visit.may.close && (
        <PriceBar>
          <a href={visitPath(ticketId, "finish")} className={`${goLook} flex items-center justify-center`}>
            {say("onVisit.toFinish")}
          </a>
        </PriceBar>
      )}
    </div>
  );
}
