/**
 * The tabs of the payment history (R424); the third is the ledger of center wallets (Q123), the fourth the operator's
 * invoices and credit notes, the fifth the bills of visits.
 */
export const paymentTabs = ["center", "consumer", "wallet", "papers", "bills"] as const;
