import { z } from "zod";
import { getService, needMay, visitCharges } from "#modules/catalog/index.ts";
import { pincodeArea } from "#modules/catalog/shared.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { missing } from "#modules/kernel/errors.ts";
import { id, lenient } from "#modules/kernel/validation.ts";

/** The service, the area its form is filled with, and a dialog: an area's end, or a planned charge to take back. */
export const VisitChargesQuery = z.object({
  service: lenient(id),
  area: lenient(pincodeArea),
  act: lenient(z.enum(["end", "cancel"])),
  of: lenient(id),
});

/** The visit charges of a service, today in India, and an open dialog; none for a charge that is gone. */
export async function visitChargesView(admin: ActorOf<"admin">, query: z.output<typeof VisitChargesQuery>) {
  needMay(admin, "keepServices");
  if (!query.service) throw missing("service.notFound");
  const { id: serviceId, serviceName, pickDrop } = await getService(query.service);
  const { areas, begun } = await visitCharges(admin, { serviceId });
  const chosen = areas.find(({ area }) => area === query.area) ?? null;
  const planned = areas.flatMap((each) => each.planned).find(({ id }) => id === query.of) ?? null;
  return {
    service: { id: serviceId, name: serviceName, pickDrop },
    areas,
    begun,
    today: istDate(),
    /** The area whose charge the form changes. */
    chosen: query.act ? null : chosen,
    ending: query.act === "end" && chosen && chosen.amount > 0 ? chosen : null,
    cancelling: query.act === "cancel" ? planned : null,
  };
}
