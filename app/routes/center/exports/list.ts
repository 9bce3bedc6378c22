import { z } from "zod";
import { centerResource } from "#app/http/doors/page.server.ts";
import { fileLimit } from "#app/http/doors/use-limit.server.ts";
import { filterFields, filterIn } from "#app/parts/lists/filter-fields.ts";
import { sheetResponse } from "#app/parts/lists/sheet-response.server.ts";
import { techniciansList } from "#modules/centers/index.ts";
import { exportList } from "#modules/kernel/lists/export.server.ts";
import { listNamed } from "#modules/kernel/lists/list.server.ts";
import { createdTicketsList, feePapersList, ticketsList, visitBillsList } from "#modules/tickets/index.ts";
import { statementList, transactionsList } from "#modules/wallet/index.ts";

/** The lists a center can take home. */
const centerLists = [
  ticketsList,
  createdTicketsList,
  transactionsList,
  statementList,
  feePapersList,
  visitBillsList,
  techniciansList,
];

const Query = z.object({
  ...filterFields(ticketsList.filter),
  ...filterFields(createdTicketsList.filter),
  ...filterFields(transactionsList.filter),
  ...filterFields(statementList.filter),
  ...filterFields(techniciansList.filter),
  list: z.enum(centerLists.map(({ name }) => name)),
  format: z.enum(["csv", "xlsx"]).catch("csv"),
});

/**
 * One of the center's lists as a file: with its current filter, masked as on the screen. A long one is prepared in the
 * background; the page of prepared files shows its progress.
 */
export const loader = centerResource(
  { can: "desk", limit: fileLimit, query: Query },
  async (actor, { list: name, format, ...query }, door) => {
    const list = listNamed(name);
    const made = await exportList(list, { actor, filter: filterIn(list.filter, query), format, locale: door.locale });
    if ("preparing" in made) return door.go("/exports");
    return sheetResponse(made.file);
  },
);
