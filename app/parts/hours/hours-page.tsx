import { Button } from "#app/ui/base/button.tsx";
import { Card } from "#app/ui/base/card.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { NearForm } from "#app/ui/form/near-form.tsx";
import { AddAbsence, SaveHours, SaveTechnicianHours } from "#modules/centers/shared.ts";
import { fromIst, showDate, showDates } from "#modules/kernel/clock.ts";
import { WeekFields, weekValues } from "./hours-fields.tsx";

type Hours = { weekday: number; opens: number; closes: number };
type Absence = { id: string; first: string; last: string };
type Shown = { name: string; week: readonly Hours[]; own: boolean; absences: readonly Absence[] };

export type HoursView = {
  center: Shown & {
    centerId: string;
    technicians: readonly { id: string; name: string; own: boolean; next: Absence | null }[];
    holidays: readonly { id: string; day: string; name: string }[];
  };
  /** The technician whose hours are shown in place of the center's. */
  technician: (Shown & { id: string }) | null;
  /** Today in India, before which nobody is away. */
  today: string;
  /** Whether the reader may change anything. */
  changes: boolean;
};

/** The hours of a center or of one of its technicians, at an address of either console. */
export function HoursPage({ view, here }: { view: HoursView; here: string }) {
  const { center, technician } = view;
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 wrap-anywhere">
      {technician ? (
        <TechnicianPart view={view} technician={technician} here={here} />
      ) : (
        <>
          <CenterPart view={view} here={here} />
          <Technicians technicians={center.technicians} here={here} />
          <Holidays holidays={center.holidays} />
        </>
      )}
    </div>
  );
}

function CenterPart({ view: { center, today, changes }, here }: { view: HoursView; here: string }) {
  const say = useSay();
  return (
    <>
      <ErrorSummary />
      <Card title={say("hours.week")} stack>
        <p className="text-soft">{say(center.own ? "hours.weekLead" : "hours.usual")}</p>
        <Form intent="hours" schema={SaveHours} values={weekValues(center.week)} className="grid gap-4" guarded>
          <input type="hidden" name="centerId" value={center.centerId} />
          <Week changes={changes} />
        </Form>
      </Card>
      <Card title={say("hours.closedDays")} stack>
        <p className="text-soft">{say("hours.closedLead")}</p>
        <Absences absences={center.absences} here={here} changes={changes} empty={say("hours.noClosedDays")} />
        {changes && (
          <AbsenceForm
            today={today}
            centerId={center.centerId}
            act={say("hours.close")}
            last={center.absences.at(-1)?.id}
          />
        )}
      </Card>
    </>
  );
}

/** The fields of a week, and the button that saves them where the reader may. */
function Week({ changes }: { changes: boolean }) {
  const say = useSay();
  return (
    <>
      <WeekFields />
      {changes && (
        <p>
          <Button>{say("hours.save")}</Button>
        </p>
      )}
    </>
  );
}

type TechnicianProps = { view: HoursView; technician: Shown & { id: string }; here: string };

function TechnicianPart({ view: { center, today, changes }, technician, here }: TechnicianProps) {
  const say = useSay();
  return (
    <>
      <p>
        <Link className="link" to={here}>
          {say("hours.ofCenter", { name: center.name })}
        </Link>
      </p>
      <ErrorSummary />
      <Card title={say("hours.weekOf", { name: technician.name })} stack>
        <p className="text-soft">{say(technician.own ? "hours.ownLead" : "hours.asCenter")}</p>
        <Form
          intent="technicianHours"
          schema={SaveTechnicianHours}
          values={weekValues(technician.week)}
          className="grid gap-4"
          guarded
        >
          <input type="hidden" name="technicianId" value={technician.id} />
          <Week changes={changes} />
        </Form>
      </Card>
      <Card title={say("hours.away")} stack>
        <Absences
          absences={technician.absences}
          here={`${here}?technician=${technician.id}`}
          changes={changes}
          empty={say("hours.neverAway")}
        />
        {changes && (
          <AbsenceForm
            today={today}
            technicianId={technician.id}
            act={say("hours.addAway")}
            last={technician.absences.at(-1)?.id}
          />
        )}
      </Card>
    </>
  );
}

const useDays = () => {
  const locale = useLocale();
  return ({ first, last }: Pick<Absence, "first" | "last">) =>
    first === last ? showDate(fromIst(first), locale) : showDates(fromIst(first), fromIst(last), locale);
};

type AbsencesProps = { absences: readonly Absence[]; here: string; changes: boolean; empty: string };

function Absences({ absences, here, changes, empty }: AbsencesProps) {
  const say = useSay();
  const days = useDays();
  if (absences.length === 0) return <p>{empty}</p>;
  return (
    <ul className="divide-y divide-line">
      {absences.map((absence) => (
        <li key={absence.id} className="flex flex-wrap items-center justify-between gap-3 py-2">
          <span>{days(absence)}</span>
          {changes && (
            <NearForm intent="removeAbsence" action={here}>
              <input type="hidden" name="absenceId" value={absence.id} />
              <button
                type="submit"
                className="btn btn-quiet btn-small"
                aria-label={say("hours.removeOf", { days: days(absence) })}
              >
                {say("common.remove")}
              </button>
            </NearForm>
          )}
        </li>
      ))}
    </ul>
  );
}

type AbsenceFormProps = {
  today: string;
  centerId?: string;
  technicianId?: string;
  act: string;
  /** The newest absence: the form is emptied once there is another. */
  last: string | undefined;
};

function AbsenceForm({ today, centerId, technicianId, act, last }: AbsenceFormProps) {
  const say = useSay();
  return (
    <Form
      key={last}
      intent="addAbsence"
      schema={AddAbsence}
      className="grid items-start gap-3 sm:grid-cols-[12rem_12rem_auto]"
      preventScrollReset
    >
      {centerId && <input type="hidden" name="centerId" value={centerId} />}
      {technicianId && <input type="hidden" name="technicianId" value={technicianId} />}
      <TextField name="first" type="date" label={say("hours.first")} min={today} max="2100-12-31" required />
      <TextField name="last" type="date" label={say("hours.last")} min={today} max="2100-12-31" required={false} />
      <p className="sm:mt-6">
        <Button>{act}</Button>
      </p>
    </Form>
  );
}

function Technicians({ technicians, here }: { technicians: HoursView["center"]["technicians"]; here: string }) {
  const say = useSay();
  const days = useDays();
  return (
    <Card title={say("common.technicians")} stack>
      {technicians.length === 0 ? (
        <p>{say("hours.noTechnicians")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {technicians.map(({ id, name, own, next }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 py-2">
              <Link to={`${here}?technician=${id}`} className="link min-w-0">
                {name}
              </Link>
              <span className="text-soft">
                {say(own ? "hours.hasOwn" : "hours.hasCenters")}
                {next && ` · ${say("hours.awayOn", { days: days(next) })}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Holidays({ holidays }: { holidays: HoursView["center"]["holidays"] }) {
  const say = useSay();
  const locale = useLocale();
  if (holidays.length === 0) return null;
  return (
    <Card title={say("holiday.title")} stack>
      <p className="text-soft">{say("holiday.ofState")}</p>
      <ul className="divide-y divide-line">
        {holidays.map(({ id, day, name }) => (
          <li key={id} className="flex flex-wrap justify-between gap-3 py-2">
            <span className="min-w-0">{name}</span>
            <span className="text-soft">{showDate(fromIst(day), locale)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
