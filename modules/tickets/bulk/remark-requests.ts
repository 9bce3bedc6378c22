import { defineBulk } from "#modules/kernel/lists/bulk.server.ts";
import { requestsList } from "../lists/operator-lists.ts";
import { AddRemarks } from "../work/input.ts";
import { addRemarks } from "../work/remark.ts";

/** Writes the same remark on many requests; closed ones are skipped (R142, Q79). */
export const remarkRequests = defineBulk({
  name: "remark",
  list: requestsList,
  can: "edit_ticket.full_access",
  label: "common.remarks",
  question: "requests.bulk.remarkQuestion",
  input: AddRemarks.pick({ text: true }),
  run: (actor, { key }, { text }) => addRemarks(actor, { ticketId: key, text }),
});
