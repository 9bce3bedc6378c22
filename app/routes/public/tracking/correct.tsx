import { bandContent, bandPage, goLook, PriceBar } from "#app/parts/tickets/band.tsx";
import { trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import { Button } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { AreaField, PhoneField, TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { rupees } from "#modules/kernel/money.ts";
import { CorrectOwn, WriteNote } from "#modules/tickets/shared.ts";
import { ActBand } from "./act-band.tsx";
import type { CorrectView, NoteView } from "./view.server.ts";

/** Corrects house number, locality and second phone; the pincode stays. */
export function CorrectPlace({ view }: { view: CorrectView }) {
  const say = useSay();
  const { id, pincode, city, state, version, technicianId, houseNumber, locality, alternatePhone } = view;
  return (
    <Form
      schema={CorrectOwn}
      intent="correct"
      values={{ houseNumber, locality, alternatePhone }}
      data-enhance="once"
      className={bandPage}
    >
      <input type="hidden" name="ticketId" value={id} />
      <input type="hidden" name="version" value={version} />
      <ActBand
        top={view}
        title={say("correct.title")}
        lead={say(technicianId ? "correct.lead" : "correct.leadNobody")}
      />
      <div className={bandContent}>
        <ErrorSummary />
        <TextField
          name="houseNumber"
          label={say("request.form.houseNumber")}
          hint={say("booking.houseNumber.hint")}
          autoComplete="street-address"
        />
        <TextField name="locality" label={say("booking.locality")} />
        <PhoneField name="alternatePhone" label={say("booking.alternatePhone")} hint={say("correct.alternateHint")} />
        <Note>
          <p>
            {say("common.pincode")} <b>{pincode}</b> {[city, state].filter(Boolean).join(", ")}
          </p>
          <a className="link inline-flex min-h-11 items-center" href={trackingPath(id, { do: "cancel" })}>
            {say("correct.pincode")}
          </a>
        </Note>
      </div>
      <PriceBar price={rupees(0)} hint={say("correct.free")}>
        <button type="submit" className={goLook}>
          {say("correct.save")}
        </button>
      </PriceBar>
    </Form>
  );
}

/** Something else: a note to the center and the operators. */
export function NoteForm({ view: { id, number } }: { view: NoteView }) {
  const say = useSay();
  return (
    <div className="max-w-md">
      <p className="text-soft">{say("tracking.titleOf", { number })}</p>
      <h1 className="mb-2">{say("tracking.note")}</h1>
      <p className="mb-6 text-soft">{say("note.lead")}</p>
      <ErrorSummary />
      <Form schema={WriteNote} intent="note" data-enhance="once" className="card grid gap-4">
        <input type="hidden" name="ticketId" value={id} />
        <AreaField name="text" label={say("note.text")} />
        <Button wide>{say("notification.send")}</Button>
      </Form>
      <Back id={id} />
    </div>
  );
}

function Back({ id }: { id: string }) {
  return (
    <a className="link mt-4 inline-flex min-h-11 items-center" href={trackingPath(id)}>
      {useSay()("tracking.back")}
    </a>
  );
}
