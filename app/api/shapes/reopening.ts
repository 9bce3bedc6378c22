import { z } from "zod";
import type { Reopening } from "#modules/tickets/index.ts";
import { moment } from "../line/answer.ts";

/** A row of the reopen log (R310). */
export const ReopeningShape = z.strictObject({
  _id: z.string().describe("The visit that was repeated"),
  ticket_id: z.string(),
  revisit_obj_id: z.string().describe("The visit that repeats it"),
  revisit_ticket_id: z.string(),
  createdAt: moment,
  assignedAt: moment.nullable(),
  closedAt: moment.nullable(),
  reopenedAt: moment,
  old_requirement: z.string().nullable(),
  remarks: z.strictObject({
    technician_remarks: z.string().nullable(),
    close_ticket_remarks: z.string().nullable(),
    message: z.string().nullable(),
    revisit_remarks: z.string().nullable(),
  }),
  center: z.strictObject({ center_name: z.string(), ina: z.string().nullable(), contact: z.string() }).nullable(),
  onsite_pictures: z.array(z.string()),
});

export const reopening = (row: Reopening): z.input<typeof ReopeningShape> => ({
  _id: row.id,
  ticket_id: row.number,
  revisit_obj_id: row.revisitId,
  revisit_ticket_id: row.revisitNumber,
  createdAt: row.createdAt,
  assignedAt: row.assignedAt,
  closedAt: row.closedAt,
  reopenedAt: row.reopenedAt,
  old_requirement: row.oldRequirement,
  remarks: {
    technician_remarks: row.technicianRemarks,
    close_ticket_remarks: row.closeRemarks,
    message: row.code,
    revisit_remarks: row.remark,
  },
  center: row.center && { center_name: row.center.name, ina: row.center.qrId, contact: row.center.phone },
  onsite_pictures: row.pictureIds.map((id) => `/pictures/${row.id}/${id}`),
});
