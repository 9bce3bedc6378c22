import { useLoaderData } from "@remix-run/react";
import { centerActions, centerPage } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { HoursPage } from "#app/parts/hours/hours-page.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import {
  addAbsence,
  centerHours,
  removeAbsence,
  saveHours,
  saveTechnicianHours,
  technicianHours,
} from "#modules/centers/index.ts";
import { AbsenceRef, AddAbsence, HoursQuery, SaveHours, SaveTechnicianHours } from "#modules/centers/shared.ts";
import { istDate } from "#modules/kernel/clock.ts";

export const handle = { title: "hours.title" } satisfies Handle;

export const loader = centerPage({ can: "desk", query: HoursQuery }, async (center, { technician }) => ({
  center: await centerHours(center),
  technician: technician ? await technicianHours(center, technician) : null,
  today: istDate(),
  changes: true,
}));

const change = { can: "desk", limit: formLimit, once: "in its transaction" } as const;
const here = "/center-hours";
const ofTechnician = ({ technicianId }: { technicianId?: string | undefined }) =>
  technicianId ? `${here}?technician=${technicianId}` : here;

export const action = centerActions({
  hours: { ...change, input: SaveHours, run: saveHours, say: "hours.saved", to: here },
  technicianHours: {
    ...change,
    input: SaveTechnicianHours,
    run: saveTechnicianHours,
    say: "hours.saved",
    to: ofTechnician,
  },
  addAbsence: { ...change, input: AddAbsence, run: addAbsence, say: "hours.absenceAdded", to: ofTechnician },
  removeAbsence: {
    ...change,
    input: AbsenceRef,
    run: removeAbsence,
    say: "hours.absenceRemoved",
    to: (_input, { url }) => `${url.pathname}${url.search}`,
  },
});

/** When the center and its technicians work, and when not. */
export default function Hours() {
  const view = useLoaderData<typeof loader>();
  const say = useSay();
  return (
    <>
      <h1 className="mb-2">{say("hours.title")}</h1>
      <p className="mb-5 max-w-3xl text-soft">{say("hours.lead")}</p>
      <HoursPage view={view} here={here} />
    </>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
