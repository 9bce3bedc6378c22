import type { Paise } from "#modules/kernel/money.ts";
import type { InvoiceBuyer, InvoiceFacts } from "../invoices/invoice-facts.ts";
import type { FeePaperKind } from "../labels.ts";

/** The buyer, as printed: stored apart from the paper, so that a customer can be erased (fixed point 11). */
export type FeePaperBuyer = InvoiceBuyer & {
  /** A center's, where it is registered under GST. */
  gstin: string | null;
};

/**
 * Everything printed on a paper except its buyer, frozen when it is issued (CGST Rules 46 and 53). Amounts are paise and
 * include tax.
 */
export type FeePaperFacts = Pick<
  InvoiceFacts,
  | "supplier"
  | "lines"
  | "totalPaise"
  | "taxablePaise"
  | "cgstPaise"
  | "sgstPaise"
  | "igstPaise"
  | "taxRate"
  | "placeOfSupply"
> & {
  /** What its invoice is, for a credit note as well. */
  kind: InvoiceFacts["kind"];
  number: string;
  /** ISO instant. */
  issuedAt: string;
  /** Whether buyer and supplier are in the same state. */
  sameState: boolean;
  /** The human number of the request, `REQ-…`; null for a subscription. */
  request: string | null;
  /** The invoice a credit note refers to. */
  invoice: { number: string; issuedAt: string; totalPaise: Paise } | null;
};

/** `GF/26-27/000123` for an invoice, `GC/26-27/000123` for a credit note: at most 16 characters (CGST Rule 46). */
export const feePaperNumber = (kind: FeePaperKind, financialYear: string, sequence: number) =>
  `${kind === "invoice" ? "GF" : "GC"}/${financialYear}/${String(sequence).padStart(6, "0")}`;
