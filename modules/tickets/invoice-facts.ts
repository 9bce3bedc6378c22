import type { Paise } from "../kernel/money.ts";

export type InvoiceLine = { description: string; sac: string; amountPaise: Paise };

/** Everything printed on an invoice, frozen when it is issued (CGST Rule 46). Amounts include tax. */
export type InvoiceFacts = {
  kind: "tax_invoice" | "bill_of_supply";
  number: string;
  issuedAt: string;
  supplier: { name: string; address: string; stateCode: string; gstin: string | null };
  recipient: { name: string; address: string; city: string; state: string; stateCode: string | null; pincode: string };
  ticketId: string;
  lines: InvoiceLine[];
  totalPaise: Paise;
  /** Paid before the visit (the booking fee); shown, never billed twice. */
  alreadyPaidPaise: Paise;
  taxablePaise: Paise;
  taxRate: number;
  cgstPaise: Paise;
  sgstPaise: Paise;
  igstPaise: Paise;
  placeOfSupply: string;
  paymentType: string;
  termsDays: number;
};
