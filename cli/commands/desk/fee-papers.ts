import { istDate } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { say } from "#modules/messages/index.ts";
import { feePapersList } from "#modules/tickets/index.ts";
import { show } from "../../run.ts";
import { table } from "../../table.ts";
import { needTake, type Operating, readingPeople } from "./operator.ts";

type Options = Operating & { kind?: string; product?: string; from?: string; to?: string; take: number };

/** `papers list`: the invoices and credit notes of what the operator sold, newest first. */
export async function list(options: Options) {
  const { kind, product, from, to, take } = options;
  needTake(take);
  const { rows } = await readingPeople(options, (actor) =>
    feePapersList.page(actor, { ...feePapersList.filter.parse({ kind, product, from, to }), take }),
  );
  const words = table(
    ["date", "number", "paper", "for", "to invoice", "request", "buyer", "taxable", "tax", "total"],
    rows.map((paper) => [
      istDate(paper.date),
      paper.number,
      say(`feePaper.kind.${paper.kind}`),
      say(`feePaper.product.${paper.product}`),
      paper.ofInvoice ?? "",
      paper.request ?? "",
      paper.buyer ?? "-",
      rupees(paper.taxablePaise, { exact: true }),
      rupees(paper.cgstPaise + paper.sgstPaise + paper.igstPaise, { exact: true }),
      rupees(paper.totalPaise, { exact: true }),
    ]),
    options,
  );
  show(rows, rows.length > 0 ? words : "There is no such paper.", options);
}
