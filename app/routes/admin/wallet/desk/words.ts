/** The tabs of the wallet history (R415). */
export const walletTabs = ["center", "consumer", "manual"] as const;
