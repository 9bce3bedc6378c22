/** The tabs of the payment history (R424); the third is the ledger of center wallets (Q123). */
export const paymentTabs = ["center", "consumer", "wallet"] as const;
