import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions, adminPage } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { HoursPage } from "#app/parts/hours/hours-page.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import {
  addAbsence,
  centerHours,
  may,
  removeAbsence,
  saveHours,
  saveTechnicianHours,
  technicianHours,
} from "#modules/centers/index.ts";
import { AbsenceRef, AddAbsence, HoursQuery, SaveHours, SaveTechnicianHours } from "#modules/centers/shared.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { missing } from "#modules/kernel/errors.ts";
import { idSaying } from "#modules/kernel/validation.ts";
import { CenterPage } from "../center-page.tsx";

export const handle = { title: "hours.title", fills: true } satisfies Handle;

const Query = z.object({ id: idSaying("error.notFound"), ...HoursQuery.shape });

export const loader = adminPage(
  { can: "view_center_details.full_access", query: Query },
  async (admin, { id, technician: technicianId }) => {
    const center = await centerHours(admin, { centerId: id });
    const technician = technicianId ? await technicianHours(admin, technicianId) : null;
    if (technician && technician.centerId !== id) throw missing("technician.notFound");
    return { center, technician, today: istDate(), changes: may(admin, "keepCenter") };
  },
);

const keeping = {
  fresh: none("Says when a center works, for no money"),
  can: "update_center.full_access",
  limit: formLimit,
  once: "in its transaction",
} as const;
const same = (_input: unknown, { url }: { url: URL }) => `${url.pathname}${url.search}`;

export const action = adminActions({
  hours: { ...keeping, input: SaveHours, run: saveHours, say: "hours.saved", to: same },
  technicianHours: {
    ...keeping,
    input: SaveTechnicianHours,
    run: saveTechnicianHours,
    say: "hours.saved",
    to: same,
  },
  addAbsence: { ...keeping, input: AddAbsence, run: addAbsence, say: "hours.absenceAdded", to: same },
  removeAbsence: { ...keeping, input: AbsenceRef, run: removeAbsence, say: "hours.absenceRemoved", to: same },
});

/** A center's hours, which an admin may change in its name. */
export default function CenterHours() {
  const view = useLoaderData<typeof loader>();
  const say = useSay();
  const { centerId, name } = view.center;
  return (
    <CenterPage centerId={centerId} title={say("hours.titleOf", { name })}>
      <HoursPage view={view} here={`/view-center/${centerId}/hours`} />
    </CenterPage>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
