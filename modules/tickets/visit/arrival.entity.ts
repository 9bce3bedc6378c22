import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { instant } from "#modules/kernel/db/columns.ts";

/** A technician at the customer's address, of whom the customer knows; of each request the current one only. */
export const ArrivalSchema = defineEntity({
  name: "Arrival",
  tableName: "arrivals",
  properties: {
    ticketId: p.uuid().primary(),
    technicianId: p.uuid(),
    reachedAt: instant(),
    /** How many calls to the customer without an answer were logged since. */
    calls: p.smallint().default(0),
    lastCallAt: instant().nullable(),
    /** Whether one of them was between 08:00 and 20:00 in India. */
    calledByDay: p.boolean().default(false),
  },
});
export type Arrival = InferEntity<typeof ArrivalSchema>;
