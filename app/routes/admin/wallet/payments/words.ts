/**
 * The tabs of the payment history (R424); the third is the ledger of center wallets (Q123), the fourth the operator's
 * invoices and credit notes.
 */
export const paymentTabs = ["center", "consumer", "wallet", "papers"] as const;
