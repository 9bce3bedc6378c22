import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "#modules/kernel/actor.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
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
import { withoutContacts } from "#modules/kernel/mask.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { bound } from "#modules/kernel/validation.ts";
import { type FeePaperKind, type FeeProduct, feePaperKinds, feeProducts } from "../labels.ts";
import { may, needMay } from "../policy.ts";
import { hidesContacts } from "../reading.ts";
import type { FeePaperFacts } from "./paper-facts.ts";

const filter = z.object({
  kind: z.enum(feePaperKinds).optional(),
  product: z.enum(feeProducts).optional(),
  from: bound("start"),
  to: bound("end"),
});
type Filter = z.output<typeof filter>;

/** A paper of what the operator sold; amounts in paise, those of a credit note negative, so that a list sums up. */
export type FeePaperRow = {
  id: string;
  date: Date;
  number: string;
  kind: FeePaperKind;
  product: FeeProduct;
  /** The number of the invoice a credit note refers to. */
  ofInvoice: string | null;
  /** The human number of the request, and its public id for who may open it. */
  request: string | null;
  ticketId: string | null;
  /** Who bought; null once the person was erased. */
  buyer: string | null;
  gstin: string | null;
  placeOfSupply: string;
  sac: string;
  taxRate: number;
  taxablePaise: Paise;
  cgstPaise: Paise;
  sgstPaise: Paise;
  igstPaise: Paise;
  totalPaise: Paise;
};

type PaperRow = Pick<FeePaperRow, "id" | "kind" | "product" | "ticketId" | "buyer" | "gstin"> & {
  issuedAt: Date;
  facts: FeePaperFacts;
};

const from = sql`from fee_papers p`;

/** Which papers a reader may see and asks for: a center its own, an admin with view_Wallet all. */
function filterCondition(actor: Actor, { kind, product, from: first, to }: Filter): Sql {
  return allOf([
    visibleTo(actor),
    kind && sql`p.kind = ${kind}`,
    product && sql`p.product = ${product}`,
    first && sql`p.issued_at >= ${first}`,
    to && sql`p.issued_at <= ${to}`,
  ]);
}

function visibleTo(actor: Actor): Sql {
  if (actor.kind === "center") return sql`p.center_id = ${actor.centerId}::uuid`;
  needMay(actor, "seeAllPapers");
  return sql`true`;
}

async function listFeePapers(
  actor: Actor,
  { after, before, take, ...conditions }: Filter & Place,
): Promise<Page<FeePaperRow>> {
  const where = filterCondition(actor, conditions);
  const markOf = ({ issuedAt, id }: PaperRow) => ({ at: issuedAt, id });
  const page = await keysetPage<PaperRow>(actor, { after, before, take }, { markOf }, ({ beyond, order, limit }) =>
    rows(
      sql`select p.id, p.kind, p.product, p.issued_at as "issuedAt", p.facts, t.public_id as "ticketId", b.name as buyer,
          b.gstin
        ${from} left join fee_paper_buyers b on b.paper_id = p.id left join tickets t on t.id = p.ticket_id
        where ${where} and ${beyond("p.issued_at", "p.id")}
        order by ${order("p.issued_at", "p.id")} limit ${limit}`,
    ),
  );
  const opens = may(actor, "openRequests");
  const hidden = hidesContacts(actor);
  return pageMap(page, ({ issuedAt, facts, ticketId, buyer, ...paper }) => ({
    ...paper,
    date: issuedAt,
    number: facts.number,
    ofInvoice: facts.invoice?.number ?? null,
    request: facts.request,
    ticketId: opens ? ticketId : null,
    buyer: buyer && hidden ? withoutContacts(buyer) : buyer,
    placeOfSupply: facts.placeOfSupply,
    sac: facts.lines[0]?.sac ?? "",
    taxRate: facts.taxRate,
    ...signed(facts),
  }));
}

/** The sums of a paper, below zero for a credit note. */
function signed({ invoice, taxablePaise, cgstPaise, sgstPaise, igstPaise, totalPaise }: FeePaperFacts) {
  const sign = invoice ? -1 : 1;
  return {
    taxablePaise: toPaise(sign * taxablePaise),
    cgstPaise: toPaise(sign * cgstPaise),
    sgstPaise: toPaise(sign * sgstPaise),
    igstPaise: toPaise(sign * igstPaise),
    totalPaise: toPaise(sign * totalPaise),
  };
}

function countFeePapers(actor: Actor, conditions: Filter): Promise<Count> {
  return countRows(sql`${from} where ${filterCondition(actor, conditions)}`);
}

const forAdmins = (actor: Actor) => actor.kind === "admin";

const columns: readonly (Column<FeePaperRow> | FileColumn<FeePaperRow>)[] = [
  { id: "date", label: "invoice.date", kind: "moment", width: 92, value: ({ date }) => date },
  { id: "number", label: "invoice.number", kind: "text", width: 134, value: ({ number }) => number },
  {
    id: "kind",
    label: "feePaper.kind",
    kind: "text",
    width: 104,
    value: ({ kind }, tell) => tell(`feePaper.kind.${kind}`),
  },
  {
    id: "product",
    label: "feePaper.product",
    kind: "text",
    width: 116,
    value: ({ product }, tell) => tell(`feePaper.product.${product}`),
  },
  { id: "ofInvoice", label: "feePaper.ofInvoice", kind: "text", width: 134, value: ({ ofInvoice }) => ofInvoice },
  { id: "request", label: "common.request", kind: "text", width: 132, value: ({ request }) => request },
  { id: "buyer", label: "invoice.to", kind: "text", value: ({ buyer }) => buyer, seenBy: forAdmins },
  { id: "gstin", label: "feePaper.gstin", kind: "text", value: ({ gstin }) => gstin, on: "file", seenBy: forAdmins },
  {
    id: "place",
    label: "invoice.placeOfSupply",
    kind: "text",
    value: ({ placeOfSupply }) => placeOfSupply,
    on: "file",
  },
  { id: "sac", label: "common.sac", kind: "text", value: ({ sac }) => sac, on: "file" },
  { id: "rate", label: "invoice.rate", kind: "text", value: ({ taxRate }) => `${taxRate} %`, on: "file" },
  { id: "taxable", label: "invoice.taxable", kind: "rupees", value: ({ taxablePaise }) => taxablePaise, on: "file" },
  { id: "cgst", label: "feePaper.cgst", kind: "rupees", value: ({ cgstPaise }) => cgstPaise, on: "file" },
  { id: "sgst", label: "feePaper.sgst", kind: "rupees", value: ({ sgstPaise }) => sgstPaise, on: "file" },
  { id: "igst", label: "feePaper.igst", kind: "rupees", value: ({ igstPaise }) => igstPaise, on: "file" },
  { id: "total", label: "common.total", kind: "rupees", width: 84, value: ({ totalPaise }) => totalPaise },
];

/** The papers of what the operator sold, newest first: a center's own, or all of them for admins and their accountant. */
export const feePapersList = defineList<typeof filter, FeePaperRow>({
  name: "fee-papers",
  title: "feePaper.title",
  can: "view_Wallet",
  filesForAll: true,
  filter,
  key: ({ id }) => id,
  page: listFeePapers,
  count: countFeePapers,
  columns,
});
