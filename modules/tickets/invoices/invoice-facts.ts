import { type ServiceSupplier, utgstCodes } from "#modules/catalog/shared.ts";
import type { Paise } from "#modules/kernel/money.ts";

/** One line of an invoice in paise: `amountPaise` includes tax, and is the taxable value plus the three taxes. */
export type InvoiceLine = {
  description: string;
  sac: string;
  amountPaise: Paise;
  taxablePaise: Paise;
  cgstPaise: Paise;
  sgstPaise: Paise;
  igstPaise: Paise;
};

/** The buyer, as printed on an invoice: stored apart from it, so that it can be erased (fixed point 11). */
export type InvoiceBuyer = {
  name: string;
  address: string;
  city: string;
  state: string;
  stateCode: string | null;
  pincode: string;
};

/**
 * Everything printed on an invoice except its buyer, frozen when it is issued (B6, CGST Rule 46). Amounts are paise and
 * include tax.
 */
export type InvoiceFacts = {
  kind: "tax_invoice" | "bill_of_supply";
  number: string;
  /** ISO instant. */
  issuedAt: string;
  supplier: { name: string; address: string; state: string | null; stateCode: string; gstin: string | null };
  /** Who supplies the work; older invoices, which do not say, are the operator's. */
  suppliedBy?: ServiceSupplier;
  /** The service center that did the work. */
  servedBy: string | null;
  /** The human number of the request, `REQ-…`. */
  ticketId: string;
  lines: InvoiceLine[];
  /** The sum of the lines. */
  totalPaise: Paise;
  /**
   * Paid before the visit (booking fee or platform charge): it has its own line and is deducted again, so that it is
   * not charged twice.
   */
  alreadyPaidPaise: Paise;
  /** A paid fee that an invoice of its own is about: mentioned, and no part of the sums. */
  feeInvoicedPaise?: Paise;
  taxablePaise: Paise;
  /** Per cent; 0 on a bill of supply. */
  taxRate: number;
  cgstPaise: Paise;
  sgstPaise: Paise;
  igstPaise: Paise;
  placeOfSupply: string;
  /** Whether the place of supply is in the supplier's state; older invoices do not say. */
  sameState?: boolean;
  paymentType: string;
  /** Whether nothing of it was owed any more when it was issued; older invoices do not say. */
  paid?: boolean;
  termsDays: number;
};

/** The name of a supplier's state's own tax: UTGST in a union territory without a legislature. */
export const stateTaxOf = ({ stateCode }: InvoiceFacts["supplier"]) => (utgstCodes.has(stateCode) ? "utgst" : "sgst");

/** R093: payment terms of an invoice, in days. */
export const termsDays = 15;

/** The number of a bill of a center, by the number of its series: `C12/26-27/00003`. */
export const centerInvoiceNumber = (series: number, financialYear: string, sequence: number) =>
  `C${series.toString(36).toUpperCase()}/${financialYear}/${String(sequence).padStart(5, "0")}`;

/** The number of an invoice, at most 16 characters of A–Z, 0–9, - and / (CGST Rule 46): `GS/26-27/000123`. */
export const invoiceNumber = (financialYear: string, sequence: number) =>
  `GS/${financialYear}/${String(sequence).padStart(6, "0")}`;
