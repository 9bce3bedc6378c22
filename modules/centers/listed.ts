import { z } from "zod";
import { defineList } from "../kernel/listed.server.ts";
import { sheetColumns } from "../kernel/spreadsheet.server.ts";
import type { TechnicianRow } from "./shared.ts";
import { listTechnicians } from "./technicians.ts";

/** A center's technicians, to be had as a file. */
export const techniciansList = defineList({
  name: "technicians",
  filter: z.object({ search: z.string().optional() }),
  page: (actor, { take, ...asked }) => listTechnicians(actor, { ...asked, limit: take }),
  columns: (tell) => {
    const c = sheetColumns<TechnicianRow>();
    return [
      c.text(tell("center.technician.name"), ({ name }) => name),
      c.text(tell("center.technician.id"), ({ technicianId }) => technicianId),
      c.text(tell("center.phone"), ({ phone }) => phone),
      c.text(tell("center.technician.email"), ({ email }) => email),
      c.text(tell("center.technician.engagement"), ({ engagementType }) => tell(`engagement.${engagementType}`)),
      c.text(tell("center.technician.service"), ({ primaryService }) => primaryService.serviceName),
      c.text(tell("center.technician.pincode"), ({ mainPincode }) => mainPincode),
      c.count(tell("center.technician.pending"), ({ pendingTicketCount }) => pendingTicketCount),
    ];
  },
});
