import { z } from "zod";
import { defineList } from "#modules/kernel/lists/list.server.ts";
import { optionalText } from "#modules/kernel/validation.ts";
import type { TechnicianRow } from "../shared.ts";
import { listTechnicians } from "./technicians.ts";

const filter = z.object({ search: optionalText(60) });

/** A center's technicians. */
export const techniciansList = defineList<typeof filter, TechnicianRow>({
  name: "technicians",
  title: "common.technicians",
  filter,
  key: ({ id }) => id,
  page: listTechnicians,
  columns: [
    { id: "name", label: "common.name", kind: "text", value: ({ name }) => name },
    { id: "technicianId", label: "center.technician.id", kind: "text", value: ({ technicianId }) => technicianId },
    { id: "phone", label: "common.mobileNumber", kind: "text", value: ({ phone }) => phone },
    { id: "email", label: "common.email", kind: "text", on: "file", value: ({ email }) => email },
    {
      id: "engagement",
      label: "center.technician.engagement",
      kind: "text",
      on: "file",
      value: ({ engagementType }, tell) => tell(`engagement.${engagementType}`),
    },
    {
      id: "service",
      label: "common.service",
      kind: "service",
      value: ({ primaryService }) => primaryService.serviceName,
    },
    { id: "mainPincode", label: "common.pincode", kind: "text", value: ({ mainPincode }) => mainPincode },
    {
      id: "pending",
      label: "common.openRequests",
      kind: "count",
      value: ({ pendingTicketCount }) => pendingTicketCount,
    },
  ],
});
