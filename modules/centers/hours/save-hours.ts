import type { Actor } from "#modules/kernel/actor.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict, invalid, missing } from "#modules/kernel/errors.ts";
import { lockedCenter } from "../center/locked-center.ts";
import { needMay } from "../policy.ts";
import { type Technician, TechnicianSchema } from "../technicians/technician.entity.ts";
import { AbsenceSchema, CenterHoursSchema, TechnicianHoursSchema } from "./hours.entity.ts";
import {
  type AbsenceRef,
  type AddAbsence,
  clockOf,
  type SaveHours,
  type SaveTechnicianHours,
  type Week,
  weekOf,
} from "./input.ts";

/** How many coming absences a center has at most, its closed days among them. */
const mostAbsences = 500;

/** The center whose hours an actor changes: its own, or the one an admin names. */
function centerInCharge(actor: Actor, centerId: string | undefined): string {
  if (actor.kind === "center") return actor.centerId;
  needMay(actor, "keepCenter");
  if (!centerId) throw missing("center.notFound");
  return centerId;
}

/** As the history has it: `mon 09:00-19:00`, a line for each day with work. */
const inWords = (week: Week) =>
  week.map(({ weekday, opens, closes }) => `${weekday} ${clockOf(opens)}-${clockOf(closes)}`);

/** Set the weekly hours of a center, by itself or by an admin in its name. What was agreed for other hours stays. */
export const saveHours = (actor: Actor, { centerId: named, ...fields }: SaveHours): Promise<void> =>
  transaction(async () => {
    const { id: centerId } = await lockedCenter(centerInCharge(actor, named));
    const week = weekOf(fields);
    const stored = await em().find(CenterHoursSchema, { centerId }, { refresh: true });
    for (const hours of week) {
      const same = stored.find(({ weekday }) => weekday === hours.weekday);
      if (same) em().assign(same, hours);
      else em().create(CenterHoursSchema, { centerId, ...hours });
    }
    em().remove(stored.filter(({ weekday }) => !week.some((each) => each.weekday === weekday)));
    await em().flush();
    const data = { changed: ["hours"], week: inWords(week) };
    await record(actor, { subject: "center", id: centerId, event: "center.hoursChanged", data });
  });

/** Set the weekly hours of a technician; without any they are the center's again. */
export const saveTechnicianHours = (actor: Actor, { technicianId, ...fields }: SaveTechnicianHours): Promise<void> =>
  transaction(async () => {
    const { centerId } = await technicianInCharge(actor, technicianId);
    // Two that save at once come one after the other.
    await lockedCenter(centerId);
    const week = weekOf(fields);
    const stored = await em().find(TechnicianHoursSchema, { technicianId }, { refresh: true });
    for (const hours of week) {
      const same = stored.find(({ weekday }) => weekday === hours.weekday);
      if (same) em().assign(same, hours);
      else em().create(TechnicianHoursSchema, { technicianId, ...hours });
    }
    em().remove(stored.filter(({ weekday }) => !week.some((each) => each.weekday === weekday)));
    await em().flush();
    const data = { changed: ["hours"], week: inWords(week) };
    await record(actor, { subject: "technician", id: technicianId, event: "technician.hoursChanged", data });
  });

/**
 * Note the days a technician is away or, without one, the center is closed: from today on. What was agreed for these
 * days stays until somebody moves it.
 */
export const addAbsence = (
  actor: Actor,
  { centerId: named, technicianId, first, last = first }: AddAbsence,
): Promise<{ absenceId: string }> =>
  transaction(async () => {
    const technician = technicianId ? await technicianInCharge(actor, technicianId) : undefined;
    const { id: centerId } = await lockedCenter(technician?.centerId ?? centerInCharge(actor, named));
    if (last < istDate()) throw invalid("hours.past", { first: "hours.past" });
    if ((await em().count(AbsenceSchema, { centerId, lastDay: { $gte: istDate() } })) >= mostAbsences)
      throw conflict("hours.tooMany", { n: mostAbsences });
    const absence = em().create(AbsenceSchema, {
      centerId,
      technicianId: technicianId ?? null,
      firstDay: first,
      lastDay: last,
    });
    await em().flush();
    await recordAbsence(actor, "added", { centerId, technicianId: technicianId ?? null, first, last });
    return { absenceId: absence.id };
  });

/** Take an absence or a closed day back; another center's is not found. */
export const removeAbsence = (actor: Actor, { absenceId }: AbsenceRef): Promise<void> =>
  transaction(async () => {
    if (actor.kind !== "center") needMay(actor, "keepCenter");
    const absence = await em().findOne(AbsenceSchema, {
      id: absenceId,
      ...(actor.kind === "center" && { centerId: actor.centerId }),
    });
    if (!absence) throw missing("hours.absenceNotFound");
    const { centerId, technicianId = null, firstDay: first, lastDay: last } = absence;
    await em().remove(absence).flush();
    await recordAbsence(actor, "removed", { centerId, technicianId: technicianId ?? null, first, last });
  });

type Noted = { centerId: string; technicianId: string | null; first: string; last: string };

const recordAbsence = (actor: Actor, what: "added" | "removed", { centerId, technicianId, first, last }: Noted) =>
  record(actor, {
    ...(technicianId
      ? {
          subject: "technician",
          id: technicianId,
          event: what === "added" ? "technician.absenceAdded" : "technician.absenceRemoved",
        }
      : {
          subject: "center",
          id: centerId,
          event: what === "added" ? "center.closedDaysAdded" : "center.closedDaysRemoved",
        }),
    data: { changed: ["closedDays"], first, last },
  });

/** A technician of the acting center, or of the center that an admin works for; refuses with `technician.notFound`. */
async function technicianInCharge(actor: Actor, technicianId: string): Promise<Technician> {
  if (actor.kind !== "center") needMay(actor, "keepCenter");
  const technician = await em().findOne(TechnicianSchema, {
    id: technicianId,
    deletedAt: null,
    ...(actor.kind === "center" && { centerId: actor.centerId }),
  });
  if (!technician) throw missing("technician.notFound");
  return technician;
}
