import { sql } from "kysely";
import { dutyOf, slotOf } from "#modules/centers/index.ts";
import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";

type Taken = { technicianId: string; day: string; firstSlot: number; lastSlot: number };

/**
 * Who of the acting center works in the window of each of these moments and has no visit then: names by the moment in
 * milliseconds, nobody for a moment outside the windows.
 */
export async function freeTechnicians(actor: Actor, moments: readonly Date[]): Promise<Map<number, string[]>> {
  needKind(actor, "center");
  const days = [...new Set(moments.map((at) => istDate(at)))].sort();
  const [first] = days;
  if (!first) return new Map();
  const { centerId } = actor;
  const works = await dutyOf(centerId, { first, last: days.at(-1)! });
  const technicians = await rows<{ id: string; name: string }>(
    sql`select id, name from technicians where center_id = ${centerId}::uuid and deleted_at is null order by name, id`,
  );
  const taken = await rows<Taken>(
    sql`select t.technician_id as "technicianId", to_char(a.day, 'YYYY-MM-DD') as day, a.first_slot as "firstSlot",
            a.last_slot as "lastSlot"
       from appointments a join tickets t on t.id = a.ticket_id
      where a.center_id = ${centerId}::uuid and a.day = any(${days}::date[]) and a.ended_at is null
        and t.technician_id is not null and t.deleted_at is null`,
  );
  const freeAt = (at: Date) => {
    const day = istDate(at);
    const slot = slotOf(at);
    if (slot === undefined) return [];
    const isTaken = (id: string) =>
      taken.some(
        (visit) => visit.technicianId === id && visit.day === day && visit.firstSlot <= slot && slot <= visit.lastSlot,
      );
    return technicians.filter(({ id }) => works(id, day, slot) && !isTaken(id)).map(({ name }) => name);
  };
  return new Map(moments.map((at) => [at.getTime(), freeAt(at)]));
}
