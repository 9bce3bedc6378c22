import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { instant } from "#modules/kernel/db/columns.ts";

/** The code a customer gives the technician at the door. A request has one while a center has it. */
export const StartCodeSchema = defineEntity({
  name: "StartCode",
  tableName: "start_codes",
  properties: {
    ticketId: p.uuid().primary(),
    /** Four digits, sealed. */
    code: p.text(),
    /** How often a wrong code was entered for this one. */
    tries: p.smallint().default(0),
    /** How often in the life of the request wrong tries made a new one. */
    replaced: p.smallint().default(0),
    /** When this code was made. */
    createdAt: instant(),
    /** When the beginning of the visit was proved, and by whom. */
    provedAt: instant().nullable(),
    provedBy: p.enum(["code", "operator"]).nullable(),
  },
});
export type StartCode = InferEntity<typeof StartCodeSchema>;
