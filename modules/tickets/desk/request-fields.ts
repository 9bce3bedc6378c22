import { istDate, istTime } from "#modules/kernel/clock.ts";
import type { FieldValues } from "#modules/kernel/errors.ts";
import { toRupees } from "#modules/kernel/money.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { byName, changeNames, labelOf } from "../fields/texts.ts";
import type { TicketRow } from "../lists/present.ts";

/** The values of the form that changes a request, as its reader may see them. */
export function requestFields(row: TicketRow) {
  const { at, type } = row.timePreference;
  return {
    serviceId: row.service.id,
    ...byName(changeNames, (name) => row.texts[name]),
    offerCode: row.offerCode,
    "timePreference.type": type,
    "timePreference.at": at && `${istDate(at)}T${istTime(at)}`,
    clientId: row.client?.id ?? null,
    clientReference: row.clientReference,
    dueAmount: String(toRupees(row.clientDuePaise)),
    markedPaid: String(row.markedPaid),
    ticketPrice: String(toRupees(row.ticketPricePaise)),
    closingPrice: row.closingPricePaise === null ? null : String(toRupees(row.closingPricePaise)),
    adminRemarks: row.remarks.adminRemarks,
  } satisfies FieldValues;
}

/** What each of them is called. */
export const requestFieldNames: Record<keyof ReturnType<typeof requestFields>, MessageKey> = {
  ...byName(changeNames, labelOf),
  ...byName(
    [
      "serviceId",
      "offerCode",
      "timePreference.type",
      "timePreference.at",
      "clientId",
      "clientReference",
      "dueAmount",
      "markedPaid",
      "ticketPrice",
      "closingPrice",
      "adminRemarks",
    ],
    labelOf,
  ),
};
