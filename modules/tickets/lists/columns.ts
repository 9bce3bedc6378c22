import type { Column, FileColumn, Tell } from "#modules/kernel/lists/list.server.ts";
import { isMessageKey, type MessageKey } from "#modules/messages/index.ts";
import { labelOf, listedNames, type TextName } from "../fields/texts.ts";
import { addressLine } from "../labels.ts";
import type { TicketLine, TicketRow } from "./present.ts";

/** The columns that several lists of requests have. */

/** A status or label in the reader's language; unchanged when it has no translation. */
export function worded(kind: "status" | "label", value: string, tell: Tell) {
  const key = `${kind}.${value}`;
  return isMessageKey(key) ? tell(key) : value;
}

const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(", ");

export type Of = Column<TicketLine>;
export type OfAll = Column<TicketRow>;

/** The same column under another heading. */
export const called = <Row>(column: Column<Row>, label: MessageKey): Column<Row> => ({ ...column, label });

/** The same column, for files only. */
export const filed = <Row>(column: Column<Row>): FileColumn<Row> => ({ ...column, on: "file" });

export const number: Of = {
  id: "number",
  label: "common.request",
  kind: "text",
  width: 126,
  always: true,
  value: ({ number }) => number,
};
export const created: Of = {
  id: "created",
  label: "center.ticket.created",
  kind: "moment",
  width: 92,
  sorts: true,
  value: (row) => row.createdAt,
};
export const status: Of = {
  id: "status",
  label: "common.status",
  kind: "text",
  width: 112,
  always: true,
  value: ({ displayedStatus }, tell) => worded("status", displayedStatus, tell),
};
export const origin: Of = {
  id: "origin",
  label: "common.broadcastStatus",
  kind: "text",
  width: 137,
  value: ({ broadcastLabel }, tell) => worded("label", broadcastLabel, tell),
};
export const service: Of = {
  id: "service",
  label: "common.service",
  kind: "service",
  width: 136,
  value: (row) => row.service.name,
};
/** The column of a declared text. */
const textColumn = (name: TextName): OfAll => ({
  id: name,
  label: labelOf(name),
  kind: "text",
  value: ({ texts }) => texts[name],
});
export const requirement: OfAll = {
  ...called(textColumn("requirement"), "center.ticket.requirement"),
  width: 220,
};
/** The texts that are declared to be listed, hidden until they are chosen. */
export const listedTexts: readonly OfAll[] = listedNames.map((name) => ({ ...textColumn(name), off: true }));
export const technician: Of = {
  id: "technician",
  label: "common.technician",
  kind: "text",
  width: 150,
  value: (row) => (row.technician ? row.technician.name : null),
};
export const customer: Of = {
  id: "customer",
  label: "common.name",
  kind: "text",
  width: 150,
  value: ({ name }) => name,
};
export const phone: Of = { id: "phone", label: "common.phone", kind: "text", width: 104, value: (row) => row.phone };
export const address: Of = {
  id: "address",
  label: "common.address",
  kind: "text",
  width: 220,
  value: (row) => joined(row.address.houseNumber, row.address.locality),
};
/** The whole address on one line; for a ride, from and to. */
export const place: Of = {
  id: "place",
  label: "common.address",
  kind: "address",
  on: "screen",
  value: addressLine,
};
export const city: Of = {
  id: "city",
  label: "common.city",
  kind: "text",
  width: 110,
  value: (row) => row.address.city,
};
export const state: Of = { id: "state", label: "common.state", kind: "address", value: (row) => row.address.state };
export const pincode: Of = {
  id: "pincode",
  label: "common.pincode",
  kind: "text",
  width: 84,
  value: (row) => row.address.pincode,
};
/** When the customer wants the visit; the time of one on a certain day is `visitAt`. */
export const when: Of = {
  id: "when",
  label: "common.timePreference",
  kind: "text",
  width: 130,
  value: ({ timePreference }, tell) => tell(`booking.timeSaid.${timePreference.type}`),
};
export const visitAt: Of = {
  id: "visit",
  label: "lists.visitAt",
  kind: "moment",
  value: ({ timePreference: { type, at } }) => (type === "SPECIFIC_DATE_AND_TIME" ? at : null),
};
export const closingPrice: OfAll = {
  id: "closingPrice",
  label: "center.complete.price",
  kind: "rupees",
  width: 104,
  value: (row) => row.closingPricePaise,
};
export const closed: Of = {
  id: "closed",
  label: "tracking.closedAt",
  kind: "moment",
  width: 92,
  value: ({ closedAt }) => closedAt,
};
