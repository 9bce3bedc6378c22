import { bandContent, bandPage } from "#app/parts/tickets/band.tsx";
import { Pictures } from "#app/parts/tickets/pictures-field.tsx";
import { visitPath } from "#app/parts/visits/paths.ts";
import { Button } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { useField } from "#app/ui/form/form-state.ts";
import type { TechnicianVisit } from "#modules/tickets/index.ts";
import { Onward, Top } from "./top.tsx";

/** Pictures of the place and the work; the first one begins the visit where no code did. */
export function Photos({ visit }: { visit: TechnicianVisit }) {
  const say = useSay();
  const { ticketId, pictures, picturesLeft: left, start } = visit;
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
        {start === "open" && <Onward to={visitPath(ticketId, "start")} words={say("onVisit.toStart")} />}
      </div>
    </div>
  );
}

/** Takes or chooses one picture; islands/photo.ts makes it smaller and shows it at once. */
function Take() {
  const say = useSay();
  const field = useField("pictures");
  return (
    <div className="grid gap-1" data-enhance="photo">
      <label
        className={`relative grid size-32 place-content-center justify-items-center gap-1 overflow-hidden rounded-lg border bg-white font-semibold text-teal-800 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-teal-700 hover:bg-teal-50 ${field.error ? "border-red-700" : "border-dashed border-edge"}`}
      >
        <Icon name="camera" />
        <span>{say("onVisit.photoTake")}</span>
        <img alt="" hidden className="pointer-events-none absolute inset-0 size-full object-cover" />
        <input
          id={field.id}
          type="file"
          name="pictures"
          accept="image/jpeg,image/png,image/webp"
          aria-invalid={field.error ? true : undefined}
          aria-describedby={field.error ? `${field.id}-error` : undefined}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </label>
      {field.error && (
        <p id={`${field.id}-error`} className="wrong">
          {field.error}
        </p>
      )}
    </div>
  );
}
