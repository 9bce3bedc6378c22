import { defineEntity, type InferEntity, p } from "@mikro-orm/postgresql";
import { createdAt, instant, paise, primaryKey, words } from "#modules/kernel/db/columns.ts";
import type { InvoiceFacts } from "./invoice-facts.ts";

/** A tax invoice (or bill of supply) as issued; append-only, numbered without gaps per series and financial year. */
export const InvoiceSchema = defineEntity({
  name: "Invoice",
  tableName: "invoices",
  properties: {
    id: primaryKey(),
    ticketId: p.uuid(),
    number: words(),
    financialYear: words(),
    sequence: p.integer(),
    /** The center that supplied the work and whose series it is of; null for the operator's. */
    supplierCenterId: p.uuid().nullable(),
    totalPaise: paise(),
    facts: p.json<InvoiceFacts>().columnType("jsonb"),
    issuedAt: instant(),
  },
});
export type Invoice = InferEntity<typeof InvoiceSchema>;

/** Who bought: the only part of an invoice that can be erased, with its PDF. */
export const InvoiceBuyerSchema = defineEntity({
  name: "InvoiceBuyer",
  tableName: "invoice_buyers",
  properties: {
    invoiceId: p.uuid().primary(),
    name: words(),
    address: words(),
    city: words(),
    state: words(),
    stateCode: words().nullable(),
    pincode: words(),
    createdAt: createdAt(),
  },
});

/** The rendered PDF of an invoice. */
export const InvoiceFileSchema = defineEntity({
  name: "InvoiceFile",
  tableName: "invoice_files",
  properties: {
    invoiceId: p.uuid().primary(),
    blobId: p.uuid(),
    createdAt: createdAt(),
  },
});
export type InvoiceFile = InferEntity<typeof InvoiceFileSchema>;
