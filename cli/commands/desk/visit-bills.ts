import { istDate } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { say } from "#modules/messages/index.ts";
import { visitBillsList, visitBillTotals } from "#modules/tickets/index.ts";
import { show } from "../../run.ts";
import { table } from "../../table.ts";
import { needTake, type Operating, readingPeople } from "./operator.ts";

type Options = Operating &
  Record<"year" | "supplier" | "center" | "number" | "from" | "to", string | undefined> & {
    take: number;
  };

const exact = (paise: number) => rupees(paise, { exact: true });

/** `papers bills`: the bills of visits, newest first, and the sums of all that match. */
export async function bills(options: Options) {
  const { year, supplier, center, number, from, to, take } = options;
  needTake(take);
  const filter = visitBillsList.filter.parse({ year, supplier, center, number, from, to });
  const { rows, totals } = await readingPeople(options, async (actor) => ({
    rows: (await visitBillsList.page(actor, { ...filter, take })).rows,
    totals: await visitBillTotals(actor, filter),
  }));
  const words = table(
    ["date", "number", "supplier", "billed by", "request", "place of supply", "taxable", "tax", "total"],
    rows.map((bill) => [
      istDate(bill.date),
      bill.number,
      bill.supplier,
      say(`visitBill.suppliedBy.${bill.suppliedBy}`),
      bill.request,
      bill.placeOfSupply,
      exact(bill.taxablePaise),
      exact(bill.cgstPaise + bill.sgstPaise + bill.igstPaise),
      exact(bill.totalPaise),
    ]),
    options,
  );
  const sums = [
    `taxable ${exact(totals.taxablePaise)}`,
    `CGST ${exact(totals.cgstPaise)}`,
    `SGST/UTGST ${exact(totals.sgstPaise)}`,
    `IGST ${exact(totals.igstPaise)}`,
    `total ${exact(totals.totalPaise)}`,
  ];
  show({ rows, totals }, rows.length > 0 ? `${words}\n${sums.join(", ")}` : "There is no such bill.", options);
}
