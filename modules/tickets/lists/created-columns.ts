import type { Column } from "#modules/kernel/lists/list.server.ts";
import type { CreatedTicket } from "./center-home.ts";
import { worded } from "./columns.ts";

/** The columns of a request that a center created and does not have, for centers and operators. */
export const createdColumns: readonly Column<CreatedTicket>[] = [
  { id: "name", label: "common.name", kind: "text", width: 150, value: ({ name }) => name },
  { id: "email", label: "common.email", kind: "text", width: 160, value: ({ email }) => email },
  { id: "phone", label: "common.phone", kind: "text", width: 104, value: ({ phone }) => phone },
  { id: "by", label: "center.created.by", kind: "text", width: 160, value: ({ createdByCenter }) => createdByCenter },
  { id: "address", label: "common.address", kind: "address", width: 230, value: ({ address }) => address },
  {
    id: "origin",
    label: "common.broadcastStatus",
    kind: "text",
    width: 190,
    value: ({ broadcastLabel }, tell) => worded("label", broadcastLabel, tell),
  },
  {
    id: "status",
    label: "common.ticketStatus",
    kind: "text",
    width: 178,
    always: true,
    value: ({ displayedStatus }, tell) => worded("status", displayedStatus, tell),
  },
  { id: "service", label: "common.service", kind: "service", width: 210, value: ({ service }) => service },
  {
    id: "center",
    label: "center.created.center",
    kind: "text",
    width: 160,
    value: ({ assignedCenter }) => assignedCenter,
  },
];
