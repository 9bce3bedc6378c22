import { sql } from "kysely";
import { z } from "zod";
import { type ServiceSupplier, serviceSuppliers } from "#modules/catalog/shared.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { fromIst } from "#modules/kernel/clock.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { allOf, type Sql } from "#modules/kernel/db/sql.ts";
import {
  type Count,
  countRows,
  keysetPage,
  type Page,
  type Place,
  pageMap,
} from "#modules/kernel/lists/keyset.server.ts";
import { type Column, defineList, type FileColumn } from "#modules/kernel/lists/list.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { nameFor } from "#modules/kernel/names.ts";
import { shaped } from "#modules/kernel/text/texts.ts";
import { bound, id, optionalText } from "#modules/kernel/validation.ts";
import type { InvoiceFacts } from "../invoices/invoice-facts.ts";
import { may, needMay } from "../policy.ts";
import { hidesContacts, readings } from "../reading.ts";

const filter = z.object({
  /** A financial year, `26-27`. */
  year: shaped(/^\d\d-\d\d$/, 5, "form.choice").optional(),
  supplier: z.enum(serviceSuppliers).optional(),
  /** The center whose series it is. */
  center: id.optional(),
  /** A number or its beginning: `C12/` is a center's series. */
  number: optionalText(16),
  from: bound("start"),
  to: bound("end"),
});
type Filter = z.output<typeof filter>;

type Sums = { taxablePaise: Paise; cgstPaise: Paise; sgstPaise: Paise; igstPaise: Paise; totalPaise: Paise };

/** The bill of a visit; amounts in paise. */
export type VisitBillRow = Sums & {
  id: string;
  date: Date;
  number: string;
  kind: InvoiceFacts["kind"];
  suppliedBy: ServiceSupplier;
  /** The name of who issued it, and the center whose series it is of. */
  supplier: string;
  supplierCenterId: string | null;
  gstin: string | null;
  /** The human number of the request, and its public id for who may open it. */
  request: string;
  ticketId: string | null;
  /** Who bought, for who may view requests; null once the person was erased. */
  buyer: string | null;
  placeOfSupply: string;
  sac: string;
  taxRate: number;
};

type BillRow = { id: string; issuedAt: Date; facts: InvoiceFacts } & Pick<
  VisitBillRow,
  "suppliedBy" | "supplierCenterId" | "ticketId" | "buyer"
>;

const from = sql`from invoices i`;

/** Which bills a reader may see and asks for: a center those of its own series, an admin with view_Wallet all. */
function filterCondition(actor: Actor, { year, supplier, center, number, from: first, to }: Filter): Sql {
  return allOf([
    visibleTo(actor),
    // Bills are dated in the year of their number.
    year && sql`i.issued_at >= ${fromIst(`20${year.slice(0, 2)}-04-01`)}`,
    year && sql`i.issued_at < ${fromIst(`20${year.slice(3)}-04-01`)}`,
    supplier && sql`i.supplied_by = ${supplier}`,
    center && sql`i.supplier_center_id = ${center}::uuid`,
    // Statements are planned without their values, so a pattern has no index: a beginning is a range. No number has a "~".
    number && sql`i.number ~>=~ ${number.toUpperCase()} and i.number ~<~ ${`${number.toUpperCase()}~`}`,
    first && sql`i.issued_at >= ${first}`,
    to && sql`i.issued_at <= ${to}`,
  ]);
}

function visibleTo(actor: Actor): Sql {
  if (actor.kind === "center") return sql`i.supplier_center_id = ${actor.centerId}::uuid`;
  needMay(actor, "seeAllPapers");
  return sql`true`;
}

async function listVisitBills(
  actor: Actor,
  { after, before, take, ...conditions }: Filter & Place,
): Promise<Page<VisitBillRow>> {
  const where = filterCondition(actor, conditions);
  const markOf = ({ issuedAt, id }: BillRow) => ({ at: issuedAt, id });
  const page = await keysetPage<BillRow>(actor, { after, before, take }, { markOf }, ({ beyond, order, limit }) =>
    rows(
      sql`select i.id, i.issued_at as "issuedAt", i.facts, i.supplied_by as "suppliedBy",
          i.supplier_center_id as "supplierCenterId", t.public_id as "ticketId", b.name as buyer
        ${from} join tickets t on t.id = i.ticket_id left join invoice_buyers b on b.invoice_id = i.id
        where ${where} and ${beyond("i.issued_at", "i.id")}
        order by ${order("i.issued_at", "i.id")} limit ${limit}`,
    ),
  );
  const readsBuyer = may(actor, "openRequests");
  const opens = readsBuyer || actor.kind === "center";
  const nameOf = (buyer: string) => (hidesContacts(actor) ? readings.office.name(buyer) : buyer);
  return pageMap(page, ({ id, issuedAt, facts, suppliedBy, supplierCenterId, ticketId, buyer }) => ({
    id,
    date: issuedAt,
    number: facts.number,
    kind: facts.kind,
    suppliedBy,
    supplier: nameFor(actor, facts.supplier.name),
    supplierCenterId,
    gstin: facts.supplier.gstin,
    request: facts.ticketId,
    ticketId: opens ? ticketId : null,
    buyer: buyer && readsBuyer ? nameOf(buyer) : null,
    placeOfSupply: facts.placeOfSupply,
    sac: facts.lines[0]?.sac ?? "",
    taxRate: facts.taxRate,
    taxablePaise: facts.taxablePaise,
    cgstPaise: facts.cgstPaise,
    sgstPaise: facts.sgstPaise,
    igstPaise: facts.igstPaise,
    totalPaise: facts.totalPaise,
  }));
}

function countVisitBills(actor: Actor, conditions: Filter): Promise<Count> {
  return countRows(sql`${from} where ${filterCondition(actor, conditions)}`);
}

/** The sums of all bills that match a filter, in paise, from an index that holds them. */
export async function visitBillTotals(actor: Actor, conditions: Filter): Promise<Sums> {
  const totals = (await row<Record<keyof Sums, string>>(
    sql`select coalesce(sum(i.taxable_paise), 0) as "taxablePaise", coalesce(sum(i.cgst_paise), 0) as "cgstPaise",
      coalesce(sum(i.sgst_paise), 0) as "sgstPaise", coalesce(sum(i.igst_paise), 0) as "igstPaise",
      coalesce(sum(i.total_paise), 0) as "totalPaise"
    ${from} where ${filterCondition(actor, conditions)}`,
  ))!;
  return {
    taxablePaise: toPaise(totals.taxablePaise),
    cgstPaise: toPaise(totals.cgstPaise),
    sgstPaise: toPaise(totals.sgstPaise),
    igstPaise: toPaise(totals.igstPaise),
    totalPaise: toPaise(totals.totalPaise),
  };
}

/** The financial years that have bills, the newest first, for who may see all bills. */
export async function visitBillYears(actor: Actor): Promise<string[]> {
  needMay(actor, "seeAllPapers");
  const years = await rows(
    sql<{ year: string }>`select financial_year as year from invoice_sequences
      union select financial_year from center_invoice_sequences order by year desc`,
  );
  return years.map(({ year }) => year);
}

/** The name on the newest bill of a center's series, for who may see all bills; null where it has none. */
export async function visitBillSupplier(actor: Actor, centerId: string): Promise<string | null> {
  needMay(actor, "seeAllPapers");
  const newest = await row(
    sql<{ name: string }>`select i.facts->'supplier'->>'name' as name from invoices i
      where i.supplier_center_id = ${centerId} order by i.issued_at desc, i.id desc limit 1`,
  );
  return nameFor(actor, newest?.name ?? null);
}

const forAdmins = (actor: Actor) => actor.kind === "admin";

const columns: readonly (Column<VisitBillRow> | FileColumn<VisitBillRow>)[] = [
  { id: "date", label: "invoice.date", kind: "moment", width: 92, value: ({ date }) => date },
  { id: "number", label: "invoice.number", kind: "text", width: 134, value: ({ number }) => number },
  {
    id: "kind",
    label: "feePaper.kind",
    kind: "text",
    value: ({ kind }, tell) => tell(kind === "tax_invoice" ? "invoice.taxInvoice" : "invoice.billOfSupply"),
    on: "file",
  },
  { id: "supplier", label: "invoice.from", kind: "text", value: ({ supplier }) => supplier, seenBy: forAdmins },
  {
    id: "suppliedBy",
    label: "visitBill.suppliedBy",
    kind: "text",
    width: 116,
    value: ({ suppliedBy }, tell) => tell(`visitBill.suppliedBy.${suppliedBy}`),
    seenBy: forAdmins,
  },
  { id: "gstin", label: "visitBill.gstin", kind: "text", value: ({ gstin }) => gstin, on: "file", seenBy: forAdmins },
  { id: "request", label: "common.request", kind: "text", width: 132, value: ({ request }) => request },
  { id: "buyer", label: "invoice.to", kind: "text", value: ({ buyer }) => buyer, on: "file", seenBy: forAdmins },
  {
    id: "place",
    label: "invoice.placeOfSupply",
    kind: "text",
    value: ({ placeOfSupply }) => placeOfSupply,
    on: "file",
  },
  {
    id: "supply",
    label: "invoice.placeOfSupply",
    kind: "text",
    value: ({ placeOfSupply }) => placeOfSupply,
    on: "screen",
    seenBy: ({ kind }) => kind === "center",
  },
  { id: "sac", label: "common.sac", kind: "text", value: ({ sac }) => sac, on: "file" },
  { id: "rate", label: "invoice.rate", kind: "text", value: ({ taxRate }) => `${taxRate} %`, on: "file" },
  { id: "taxable", label: "invoice.taxable", kind: "rupees", width: 92, value: ({ taxablePaise }) => taxablePaise },
  { id: "cgst", label: "feePaper.cgst", kind: "rupees", value: ({ cgstPaise }) => cgstPaise, on: "file" },
  { id: "sgst", label: "feePaper.sgst", kind: "rupees", value: ({ sgstPaise }) => sgstPaise, on: "file" },
  { id: "igst", label: "feePaper.igst", kind: "rupees", value: ({ igstPaise }) => igstPaise, on: "file" },
  { id: "total", label: "common.total", kind: "rupees", width: 92, value: ({ totalPaise }) => totalPaise },
];

/** The bills of visits, newest first: a center's own series, or all of them for admins and their accountant. */
export const visitBillsList = defineList<typeof filter, VisitBillRow>({
  name: "visit-bills",
  title: "visitBill.title",
  can: "view_Wallet",
  filesForAll: true,
  filter,
  key: ({ id }) => id,
  page: listVisitBills,
  count: countVisitBills,
  columns,
});
