import { sql } from "kysely";
import { stateOfPincode } from "#modules/catalog/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { missing } from "#modules/kernel/errors.ts";
import { centerNameFor, nameFor } from "#modules/kernel/names.ts";
import { needMay } from "../policy.ts";
import { centerState } from "../state.ts";
import { type Period, usualWeek } from "../windows/windows.ts";
import type { Week } from "./input.ts";

/** Coming days on which somebody is away, or the center is closed. */
export type ComingAbsence = Period & { id: string };

/** Hours as a page shows them; `own` is false for the usual ones of a center, and for the center's of a technician. */
export type ShownHours = { name: string; week: Week; own: boolean; absences: ComingAbsence[] };

/** A technician of a center, with whether they have hours of their own and when they are away next. */
export type TechnicianOnDuty = { id: string; name: string; own: boolean; next: ComingAbsence | null };

export type CenterHours = ShownHours & {
  centerId: string;
  technicians: TechnicianOnDuty[];
  /** The coming holidays of its state, by the operator's list. */
  holidays: { id: string; day: string; name: string }[];
};

/** The most that a page shows of each. */
const most = 100;

/** The hours of a center with its coming closed days and its technicians: of its own, or of one for an admin. */
export async function centerHours(
  actor: Actor,
  { centerId }: { centerId?: string | undefined } = {},
): Promise<CenterHours> {
  if (actor.kind !== "center") needMay(actor, "seeCenters");
  const of = actor.kind === "center" ? actor.centerId : centerId;
  const center = await row<{ id: string; name: string; state: string | null; pincode: string }>(
    sql`select id, center_name as name, state, pincode from centers
        where id = ${of ?? null}::uuid and is_active <> ${sql.lit(centerState.DELETED)}`,
  );
  if (!center) throw missing("center.notFound");
  const today = istDate();
  const week = await rows<Week[number]>(
    sql`select weekday, opens, closes from center_hours where center_id = ${center.id}::uuid order by weekday`,
  );
  const absences = await rows<ComingAbsence>(
    sql`select id, to_char(first_day, 'YYYY-MM-DD') as first, to_char(last_day, 'YYYY-MM-DD') as last from absences
        where center_id = ${center.id}::uuid and technician_id is null and last_day >= ${today}::date
        order by first_day, id limit ${sql.lit(most)}`,
  );
  const technicians = await rows<TechnicianOnDuty>(
    sql`select t.id, t.name, exists (select from technician_hours h where h.technician_id = t.id) as own,
            (select json_build_object('id', a.id, 'first', a.first_day, 'last', a.last_day) from absences a
              where a.technician_id = t.id and a.last_day >= ${today}::date order by a.first_day, a.id limit 1) as next
       from technicians t where t.center_id = ${center.id}::uuid and t.deleted_at is null
      order by t.name, t.id limit ${sql.lit(most)}`,
  );
  return {
    centerId: center.id,
    name: centerNameFor(actor, center.id, center.name),
    week: week.length > 0 ? week : usualWeek,
    own: week.length > 0,
    absences,
    technicians: technicians.map((each) => ({
      ...each,
      name: actor.kind === "center" ? each.name : nameFor(actor, each.name),
    })),
    holidays: await comingHolidays(center.state ?? stateOfPincode(center.pincode)?.name ?? null, today),
  };
}

const comingHolidays = (state: string | null, today: string) =>
  rows<CenterHours["holidays"][number]>(
    sql`select id, to_char(day, 'YYYY-MM-DD') as day, name from holidays
        where day >= ${today}::date and (state is null or state = ${state}) order by day, id limit ${sql.lit(most)}`,
  );

/** The hours of a technician with their coming absences: a center's own, or anyone's for an admin. */
export async function technicianHours(
  actor: Actor,
  technicianId: string,
): Promise<ShownHours & { id: string; centerId: string }> {
  if (actor.kind !== "center") needMay(actor, "seeCenters");
  const technician = await row<{ id: string; name: string; centerId: string }>(
    sql`select id, name, center_id as "centerId" from technicians
        where id = ${technicianId}::uuid and deleted_at is null
          and (${actor.kind !== "center"} or center_id = ${actor.kind === "center" ? actor.centerId : null}::uuid)`,
  );
  if (!technician) throw missing("technician.notFound");
  const week = await rows<Week[number]>(
    sql`select weekday, opens, closes from technician_hours where technician_id = ${technicianId}::uuid order by weekday`,
  );
  const absences = await rows<ComingAbsence>(
    sql`select id, to_char(first_day, 'YYYY-MM-DD') as first, to_char(last_day, 'YYYY-MM-DD') as last from absences
        where technician_id = ${technicianId}::uuid and last_day >= ${istDate()}::date order by first_day, id
        limit ${sql.lit(most)}`,
  );
  return {
    ...technician,
    name: actor.kind === "center" ? technician.name : nameFor(actor, technician.name),
    week,
    own: week.length > 0,
    absences,
  };
}
