import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, paise, primaryKey, words } from "#modules/kernel/db/columns.ts";
import type { FeePaperKind, FeeProduct } from "../labels.ts";
import type { FeePaperFacts } from "./paper-facts.ts";

/** A paper of what the operator sold, as issued; append-only, numbered without gaps per kind and financial year. */
export const FeePaperSchema = defineEntity({
  name: "FeePaper",
  tableName: "fee_papers",
  properties: {
    id: primaryKey(),
    kind: words().$type<FeePaperKind>(),
    product: words().$type<FeeProduct>(),
    number: words(),
    financialYear: words(),
    sequence: p.integer(),
    /** The transfer that paid what an invoice is about, or gave back what a credit note is about. */
    transferId: p.uuid(),
    /** The invoice a credit note refers to. */
    invoiceId: p.uuid().nullable(),
    /** Instead of it the visit's bill, where the fee was a line of that. */
    billId: p.uuid().nullable(),
    ticketId: p.uuid().nullable(),
    /** The center that bought; null where a customer did. */
    centerId: p.uuid().nullable(),
    orderId: p.uuid().nullable(),
    totalPaise: paise(),
    facts: p.json<FeePaperFacts>().columnType("jsonb"),
    issuedAt: instant(),
  },
});
export type FeePaper = InferEntity<typeof FeePaperSchema>;

/** Who bought: the only part of a paper that can be erased. */
export const FeePaperBuyerSchema = defineEntity({
  name: "FeePaperBuyer",
  tableName: "fee_paper_buyers",
  properties: {
    paperId: p.uuid().primary(),
    name: words(),
    address: words(),
    city: words(),
    state: words(),
    stateCode: words().nullable(),
    pincode: words(),
    gstin: words().nullable(),
    createdAt: createdAt(),
  },
});
